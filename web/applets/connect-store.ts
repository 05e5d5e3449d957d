import type { Applet, AppletForViewer } from '../../worker/contract/applets.ts'
import type { ConnectEvent } from './connect-flow.ts'
import { initialState, type ConnectState } from './connect-state.ts'

/**
 * The connection state as the page's parts see it. The flow itself is no part of the first load: what happens before it
 * has come waits here, in order.
 */
export class ConnectStore {
  #state: ConnectState
  #drive: ((event: ConnectEvent) => void) | null = null
  #waiting: ConnectEvent[] = []
  readonly #listeners = new Set<() => void>()

  constructor(applet: Applet, viewer: AppletForViewer | null) {
    this.#state = initialState(applet, viewer)
  }

  readonly get = (): ConnectState => this.#state

  /** Whether the flow has come, and has looked at what was left to go on with. */
  readonly hasBegun = (): boolean => this.#drive !== null

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly send = (event: ConnectEvent): void => {
    if (this.#drive) this.#drive(event)
    else this.#waiting.push(event)
  }

  /** For the driver alone. */
  set(state: ConnectState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  /** Gives all events to `drive`, `first` before those that waited. The answer lets go. */
  attach(drive: (event: ConnectEvent) => void, first: ConnectEvent): () => void {
    this.#drive = drive
    const waited = this.#waiting
    this.#waiting = []
    for (const event of [first, ...waited]) drive(event)
    return () => {
      this.#drive = null
    }
  }
}
