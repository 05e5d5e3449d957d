import { createContext, use, useCallback, useEffect, useMemo, useReducer, useRef, type ReactNode } from 'react'
import { FLASH_DURATION, FLASH_FADE } from '../../worker/contract/limits.ts'
import { takeFlashes, type FlashType } from '../browser/flash-cookie.ts'
import { after } from '../browser/timers.ts'
import { NO_FLASHES, flashReducer, isHeld, type FlashEvent, type FlashState, type ShownFlash } from './flash-flow.ts'

type ShowFlash = (type: FlashType, message: string) => void
type FlashBoard = { state: FlashState; send: (event: FlashEvent) => void }

const ShowContext = createContext<ShowFlash>(() => {})
const BoardContext = createContext<FlashBoard>({ state: NO_FLASHES, send: () => {} })

/** `flash('danger', 'There was …')`: shows a message on this page. For the next page see browser/flash-cookie.ts. */
export function useFlash(): ShowFlash {
  return use(ShowContext)
}

export function useFlashBoard(): FlashBoard {
  return use(BoardContext)
}

/** Holds the messages and their timers, and shows what the last page or the server left for this one. */
export function FlashProvider({ children }: { children: ReactNode }) {
  const [state, send] = useReducer(flashReducer, NO_FLASHES)
  const lastId = useRef(0)
  const show = useCallback<ShowFlash>((type, message) => {
    lastId.current += 1
    send({ type: 'added', id: lastId.current, flash: { type, message } })
  }, [])
  useEffect(() => {
    for (const { type, message } of takeFlashes()) show(type, message)
  }, [show])
  const board = useMemo(() => ({ state, send }), [state])

  return (
    <ShowContext value={show}>
      <BoardContext value={board}>{children}</BoardContext>
      {state.items.map((item) => (
        <Clock key={item.id} item={item} stopped={isHeld(state)} send={send} />
      ))}
    </ShowContext>
  )
}

type ClockProps = { item: ShownFlash; stopped: boolean; send: (event: FlashEvent) => void }

/** One message's timer: starts anew with each phase, and whenever the messages are let go. */
function Clock({ item: { id, phase }, stopped, send }: ClockProps) {
  useEffect(() => {
    if (stopped) return undefined
    return after(phase === 'shown' ? FLASH_DURATION : FLASH_FADE, () => send({ type: 'elapsed', id }))
  }, [id, phase, stopped, send])
  return null
}
