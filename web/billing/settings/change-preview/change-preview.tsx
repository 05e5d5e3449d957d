import type { ReactNode } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { ErrorPanel } from '../../../ui/panel/error-panel.tsx'
import { Skeleton } from '../../../ui/panel/skeleton.tsx'
import type { PreviewState } from './change-preview-flow.ts'

type Props<Preview> = {
  className: string
  state: PreviewState<Preview>
  onRetry: () => void
  children: (preview: Preview) => ReactNode
}

/** What a change costs, once it is known; until then lines of text in its place, or why it is not. */
export function ChangePreview<Preview>({ className, state, onRetry, children }: Props<Preview>) {
  if (state.kind === 'failed')
    return (
      <ErrorPanel
        title={state.message}
        action={
          <Button kind="secondary" size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    )
  const isReady = state.kind === 'ready'
  return (
    <div className={className} aria-busy={isReady ? undefined : true} aria-live="polite">
      {isReady ? children(state.preview) : <Skeleton shape="text" count={5} />}
    </div>
  )
}
