import { useState } from 'react'
import { copyText } from '../../browser/device/clipboard.ts'
import { print } from '../../browser/document/browser-document.ts'
import { useSite } from '../../site/site-context.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ErrorPanel } from '../../ui/panel/error-panel.tsx'
import './recovery-codes-dialog.css'

type Props = {
  codes: readonly string[]
  /** Whether keeping them turns two-step sign-in on. */
  turnsOn: boolean
  onKept: () => Promise<void>
  onClose: () => void
}

/** Shows the codes the only time. Closing it without saying that they are kept turns nothing on. */
export function RecoveryCodesDialog({ codes, turnsOn, onKept, onClose }: Props) {
  const { form, busy, problem } = useForm(['kept'], onKept, ({ kept }) =>
    kept === '' ? { kept: 'Keep the codes first. We cannot show them again.' } : {},
  )
  return (
    <Dialog open title="Keep these recovery codes" onClose={onClose}>
      <p>Each signs you in once when you do not have your passkey. We show them only now.</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Keeping codes={codes} />
      <form className="form" {...form}>
        <label className="recovery-codes-kept">
          <input type="checkbox" name="kept" value="yes" aria-invalid={problem.fields.kept ? true : undefined} />
          <span>I have kept these codes in a safe place</span>
        </label>
        <ErrorPanel title={problem.fields.kept ?? problem.message} />
        <Button type="submit" busy={busy}>
          {turnsOn ? 'Turn on two-step sign-in' : 'Done'}
        </Button>
      </form>
    </Dialog>
  )
}

function Keeping({ codes }: { codes: readonly string[] }) {
  const { product_name } = useSite()
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null)
  const text = [`Recovery codes for ${product_name}. Each works once.`, '', ...codes, ''].join('\n')
  return (
    <div className="recovery-codes-keep">
      <Button
        kind="secondary"
        size="small"
        onClick={() => void copyText(text).then((done) => setCopied(done ? 'yes' : 'refused'))}
      >
        {copied === 'yes' ? 'Copied' : 'Copy'}
      </Button>
      <ButtonLink
        kind="secondary"
        size="small"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download={`${product_name.toLowerCase()}-recovery-codes.txt`}
      >
        Download
      </ButtonLink>
      <Button kind="secondary" size="small" onClick={print}>
        Print
      </Button>
      <output className={copied === 'refused' ? undefined : 'visually-hidden'}>
        {copied === 'yes' ? 'Copied' : null}
        {copied === 'refused'
          ? 'Your browser does not allow copying here. Select the codes and copy them by hand.'
          : null}
      </output>
    </div>
  )
}
