import type { FlashType } from '../../../worker/contract/flash.ts'
import { NO_FLASHES, flashReducer, type FlashEvent, type FlashState } from './flash-flow.ts'
import { ExternalStore } from '../state/external-store.ts'

export type ShowFlash = (type: FlashType, message: string) => void

/** The messages of a page. */
export class FlashStore extends ExternalStore<FlashState> {
  #lastId = 0

  constructor() {
    super(NO_FLASHES)
  }

  readonly send = (event: FlashEvent): void => this.set(flashReducer(this.get(), event))

  readonly show: ShowFlash = (type, message) => {
    this.#lastId += 1
    this.send({ type: 'added', id: this.#lastId, flash: { type, message } })
  }
}
