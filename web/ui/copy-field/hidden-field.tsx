import { Button } from '../button/button.tsx'
import { ErrorPanel } from '../panel/error-panel.tsx'
import './copy-field.css'

type Props = { label: string; busy: boolean; problem: string | null; onShow: () => void }

/** A secret value that is shown when its user asks for it. */
export function HiddenField({ label, busy, problem, onShow }: Props) {
  return (
    <div className="copy-field hidden-field">
      <p>
        {label}: <span aria-hidden="true">••••••••••••</span> <span className="visually-hidden">hidden</span>
      </p>
      <Button kind="secondary" busy={busy} aria-label={`Show: ${label}`} onClick={onShow}>
        Show
      </Button>
      <ErrorPanel title={problem} />
    </div>
  )
}
