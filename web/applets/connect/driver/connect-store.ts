import type { Applet, AppletForViewer } from '../../../../worker/contract/applets/applet.ts'
import { ExternalStore } from '../../../ui/state/external-store.ts'
import type { ConnectEvent } from '../flow/connect-flow.ts'
import { initialState, type ConnectState } from '../flow/connect-state.ts'

/** The connection state that the page's parts read. The flow loads later, so events from before wait here in order. */
export class ConnectStore extends ExternalStore<ConnectState> {
  #drive: ((event: ConnectEvent) => void) | null = null
  #waiting: ConnectEvent[] = []
  #atNextEvent: (() => void) | null = null

  constructor(applet: Applet, viewer: AppletForViewer | null) {
    super(initialState(applet, viewer))
  }

  /** Whether the flow has loaded and looked at what was left to continue. */
  readonly hasBegun = (): boolean => this.#drive !== null

  readonly send = (event: ConnectEvent): void => {
    if (this.#drive) return this.#drive(event)
    this.#waiting.push(event)
    const start = this.#atNextEvent
    this.#atNextEvent = null
    start?.()
  }

  /** Runs `start` once, at the next event that waits for the flow. */
  startAtNextEvent(start: () => void): void {
    this.#atNextEvent = start
  }

  /** Gives all events to `drive`: `first`, then those that waited. Returns a function that detaches it. */
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
