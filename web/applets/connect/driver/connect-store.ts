import type { Applet, AppletForViewer } from '../../../../worker/contract/applets/applet.ts'
import { SharedState } from '../../../ui/state/shared-state.ts'
import type { ConnectEvent } from '../flow/connect-flow.ts'
import { initialState, type ConnectState } from '../flow/connect-state.ts'

/**
 * The connection state as the page's parts see it. The flow itself is no part of the first load: what happens before it
 * has come waits here, in order.
 */
export class ConnectStore extends SharedState<ConnectState> {
  #drive: ((event: ConnectEvent) => void) | null = null
  #waiting: ConnectEvent[] = []

  constructor(applet: Applet, viewer: AppletForViewer | null) {
    super(initialState(applet, viewer))
  }

  /** Whether the flow has come, and has looked at what was left to go on with. */
  readonly hasBegun = (): boolean => this.#drive !== null

  readonly send = (event: ConnectEvent): void => {
    if (this.#drive) this.#drive(event)
    else this.#waiting.push(event)
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
