import type { FlashType } from '../../../worker/contract/flash.ts'
import { FLASH_DURATION } from '../../../worker/contract/limits.ts'
import type { OnwardFlash } from '../../browser/storage/onward-flash.ts'
import { NO_FLASHES, flashReducer, type FlashEvent, type FlashState } from './flash-flow.ts'
import { ExternalStore } from '../state/external-store.ts'

export type ShowFlash = (type: FlashType, message: string) => void

/** The messages of a page. */
export class FlashStore extends ExternalStore<FlashState> {
  #lastId = 0
  #onward: { id: number; began: number } | null = null

  constructor() {
    super(NO_FLASHES)
  }

  readonly send = (event: FlashEvent): void => this.set(flashReducer(this.get(), event))

  readonly show: ShowFlash = (type, message) => this.#add(type, message, FLASH_DURATION)

  /** Shows a message that goes along to the next page. `now`: ms. */
  showOnward({ message, left }: OnwardFlash, now: number): void {
    this.#add('success', message, left)
    this.#onward = { id: this.#lastId, began: now }
  }

  /** Finds the message that goes along when the page is left now. */
  onwardAt(now: number): OnwardFlash | null {
    const item = this.get().items.find(({ id, phase }) => id === this.#onward?.id && phase === 'shown')
    return item && this.#onward ? { message: item.message, left: item.shownFor - (now - this.#onward.began) } : null
  }

  #add(type: FlashType, message: string, shownFor: number): void {
    this.#lastId += 1
    this.send({ type: 'added', id: this.#lastId, flash: { type, message }, shownFor })
  }
}
