import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { FLASH_DURATION, FLASH_FADE } from '../../../worker/contract/limits.ts'
import { whenLeft } from '../../browser/observe/when-left.ts'
import { takeFlashes } from '../../browser/storage/flash-cookie.ts'
import { keepOnwardFlash, takeOnwardFlash } from '../../browser/storage/onward-flash.ts'
import { after } from '../../browser/time/timers.ts'
import { FlashStore, type ShowFlash } from './flash-store.ts'
import { isHeld, type ShownFlash } from './flash-flow.ts'
import { useExternalStore } from '../state/external-store.ts'

const BoardContext = createContext<FlashStore | null>(null)

/**
 * `flash('danger', 'There was …')` shows a message on this page. For the next page see browser/storage/flash-cookie.ts.
 */
export function useFlash(): ShowFlash {
  return useFlashStore().show
}

/** Shows a success message, of which a page that comes before its 3 seconds are over shows the rest. */
export function useOnwardFlash(): (message: string) => void {
  const board = useFlashStore()
  return (message) => {
    // Kept at once: the page may be left before it can show it.
    keepOnwardFlash({ message, left: FLASH_DURATION }, Date.now())
    // After a modal has closed: screen readers do not announce messages of an inert page.
    after(0, () => showKept(board))
  }
}

function showKept(board: FlashStore): void {
  const kept = takeOnwardFlash(Date.now())
  if (kept) board.showOnward(kept, Date.now())
}

export function useFlashStore(): FlashStore {
  const board = use(BoardContext)
  if (!board) throw new Error('useFlash needs a FlashProvider above it.')
  return board
}

/**
 * Holds the messages, and shows those left by the last page or the server. The store never changes: when a context
 * value changes above a part that is still streaming, React discards the server's HTML and renders again.
 */
export function FlashProvider({ children }: { children: ReactNode }) {
  const [board] = useState(() => new FlashStore())
  useEffect(() => {
    for (const { type, message } of takeFlashes()) board.show(type, message)
    showKept(board)
    return whenLeft(() => keepOnwardFlash(board.onwardAt(Date.now()), Date.now()))
  }, [board])
  return (
    <BoardContext value={board}>
      {children}
      <Clocks board={board} />
    </BoardContext>
  )
}

function Clocks({ board }: { board: FlashStore }) {
  const state = useExternalStore(board)
  return state.items.map((item) => <Clock key={item.id} item={item} stopped={isHeld(state)} board={board} />)
}

type ClockProps = { item: ShownFlash; stopped: boolean; board: FlashStore }

/** One message's timer: restarts with each phase, and when messages are released. */
function Clock({ item: { id, phase, shownFor }, stopped, board }: ClockProps) {
  useEffect(() => {
    if (stopped) return undefined
    return after(phase === 'shown' ? shownFor : FLASH_FADE, () => board.send({ type: 'elapsed', id }))
  }, [id, phase, shownFor, stopped, board])
  return null
}
