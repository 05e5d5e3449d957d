import { useEffect, useId, useRef, useState } from 'react'
import { COPY_FEEDBACK } from '../../../worker/contract/limits.ts'
import { copyText } from '../../browser/device/clipboard.ts'
import { after } from '../../browser/time/timers.ts'
import { useHydrated } from '../state/use-in-browser.ts'
import { Button } from '../button/button.tsx'
import './copy-field.css'
import '../styles/forms.css'

const NOT_COPIED = 'Your browser does not allow copying here. The text is selected: copy it by hand.'

/** A read-only value with a Copy button, whose label becomes Copied for a second (§2.1, §9). */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** An object for each press, so that a second one restarts the second. */
  const [outcome, setOutcome] = useState<{ copied: boolean } | null>(null)
  const hydrated = useHydrated()

  useEffect(() => (outcome?.copied ? after(COPY_FEEDBACK, () => setOutcome(null)) : undefined), [outcome])

  async function copy() {
    setOutcome(null)
    const copied = await copyText(value)
    setOutcome({ copied })
    if (!copied) input.current?.select()
  }

  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <input ref={input} id={id} type="text" readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      {/* The clipboard opens only during a press, so one from before hydration cannot be done later. */}
      <Button kind="secondary" unavailable={!hydrated} onClick={() => void copy()}>
        {outcome?.copied ? 'Copied' : 'Copy'}
      </Button>
      <output className={outcome && !outcome.copied ? 'refused' : 'visually-hidden'}>
        {outcome && (outcome.copied ? 'Copied' : NOT_COPIED)}
      </output>
    </div>
  )
}
