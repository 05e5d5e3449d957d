import { useEffect, useId, useReducer, useRef } from 'react'
import { COPY_FEEDBACK } from '../../../worker/contract/limits.ts'
import { copyText } from '../../browser/device/clipboard.ts'
import { after } from '../../browser/time/timers.ts'
import { useHydrated } from '../state/use-in-browser.ts'
import { Button } from '../button/button.tsx'
import { NOT_COPIED, copyLabel, copyReducer } from './copy-flow.ts'
import './copy-field.css'
import '../styles/forms.css'

/** A read-only value with a Copy button, whose label becomes Copied for a second (§2.1, §9). */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [state, send] = useReducer(copyReducer, NOT_COPIED)
  const { kind, attempt } = state
  const hydrated = useHydrated()

  useEffect(() => {
    if (kind !== 'copied') return undefined
    return after(COPY_FEEDBACK, () => send({ type: 'elapsed', attempt }))
  }, [kind, attempt])

  async function copy() {
    send({ type: 'pressed' })
    const copied = await copyText(value)
    send({ type: copied ? 'copied' : 'refused', attempt: attempt + 1 })
    if (!copied) input.current?.select()
  }

  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <input ref={input} id={id} type="text" readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      {/* The clipboard opens only during a press, so one from before hydration cannot be done later. */}
      <Button kind="secondary" unavailable={!hydrated} onClick={() => void copy()}>
        {copyLabel(state)}
      </Button>
      <output className={kind === 'refused' ? 'refused' : 'visually-hidden'}>
        {kind === 'copied' ? 'Copied' : null}
        {kind === 'refused' ? 'Your browser does not allow copying here. The text is selected: copy it by hand.' : null}
      </output>
    </div>
  )
}
