import type { Flash } from '../../../worker/contract/flash.ts'

/**
 *            elapsed (`shownFor`)     elapsed (500 ms)
 *   shown ──────────────────▶ fading ──────────────────▶ gone        dismissed: gone at once
 *     ▲                          │
 *     └────────── held ──────────┘     pointer or focus on any message stops the time of all
 */
/** `shownFor`: how many ms until it fades. */
export type ShownFlash = Flash & { id: number; phase: 'shown' | 'fading'; shownFor: number }
type Holder = 'pointer' | 'focus'
export type FlashState = { items: readonly ShownFlash[]; heldBy: readonly Holder[] }

export type FlashEvent =
  | { type: 'added'; id: number; flash: Flash; shownFor: number }
  | { type: 'elapsed'; id: number }
  | { type: 'dismissed'; id: number }
  | { type: 'held'; by: Holder }
  | { type: 'released'; by: Holder }

export const NO_FLASHES: FlashState = { items: [], heldBy: [] }

export function flashReducer(state: FlashState, event: FlashEvent): FlashState {
  switch (event.type) {
    case 'added':
      return {
        ...state,
        items: [...state.items, { ...event.flash, id: event.id, phase: 'shown', shownFor: event.shownFor }],
      }
    case 'elapsed':
      return isHeld(state)
        ? state
        : withItems(
            state,
            state.items.flatMap((item) => (item.id === event.id ? older(item) : item)),
          )
    case 'dismissed':
      return withItems(
        state,
        state.items.filter((item) => item.id !== event.id),
      )
    case 'held':
      return {
        items: state.items.map((item) => ({ ...item, phase: 'shown' })),
        heldBy: [...state.heldBy.filter((by) => by !== event.by), event.by],
      }
    case 'released':
      return { ...state, heldBy: state.heldBy.filter((by) => by !== event.by) }
  }
}

export function isHeld(state: FlashState): boolean {
  return state.heldBy.length > 0
}

function older(item: ShownFlash): ShownFlash[] {
  return item.phase === 'shown' ? [{ ...item, phase: 'fading' }] : []
}

/** A removed message never reports that the pointer left it, so removing the last one resumes the timers. */
function withItems(state: FlashState, items: readonly ShownFlash[]): FlashState {
  return items.length === 0 ? NO_FLASHES : { ...state, items }
}
