import { useRef, type FocusEvent } from 'react'
import type { FlashState, ShownFlash } from './flash-flow.ts'
import { Glyph } from '../glyph.tsx'
import { useExternalStore } from '../state/external-store.ts'
import { useFlashStore } from './use-flash.tsx'
import './flash.css'

/** Where messages appear: once in the page, and in each open dialog, because the page behind it is inert. */
export function FlashRegion() {
  const board = useFlashStore()
  const state = useExternalStore(board)
  const { send } = board
  const cameFrom = useRef<HTMLElement | null>(null)

  function onFocus(event: FocusEvent<HTMLElement>) {
    const from = event.relatedTarget
    if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from
    send({ type: 'held', by: 'focus' })
  }
  function dismiss(id: number) {
    send({ type: 'dismissed', id })
    send({ type: 'released', by: 'focus' })
    cameFrom.current?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="flash-region"
      onPointerEnter={() => send({ type: 'held', by: 'pointer' })}
      onPointerLeave={() => send({ type: 'released', by: 'pointer' })}
      onFocus={onFocus}
      onBlur={() => send({ type: 'released', by: 'focus' })}
    >
      <FlashList state={state} onDismiss={dismiss} />
    </div>
  )
}

/** Two live regions that exist before their messages, because screen readers otherwise miss the first one. */
export function FlashList({ state, onDismiss }: { state: FlashState; onDismiss: (id: number) => void }) {
  const view = (item: ShownFlash) => <Message key={item.id} item={item} onDismiss={onDismiss} />
  return (
    <>
      <div role="alert">{state.items.filter((item) => item.type === 'danger').map(view)}</div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div role="status">{state.items.filter((item) => item.type !== 'danger').map(view)}</div>
    </>
  )
}

const GLYPHS = { success: 'check', danger: 'alert', info: 'info' } as const

function Message({ item, onDismiss }: { item: ShownFlash; onDismiss: (id: number) => void }) {
  return (
    <div className={`flash ${item.type} ${item.phase}`}>
      <Glyph name={GLYPHS[item.type]} size={24} />
      <p>{item.message}</p>
      <button type="button" aria-label="Dismiss" onClick={() => onDismiss(item.id)}>
        <Glyph name="close" />
      </button>
    </div>
  )
}
