import type {
  Applet,
  AppletForViewer,
  AppletResponse,
  AppletViewerResponse,
  ConnectionCheck,
} from '../../worker/contract/applets.ts'
import type { SaveAppletInput } from '../../worker/contract/applet-input.ts'
import { messageOf, RequestError } from '../browser/request-error.ts'
import { connectFlow, type ConnectEvent, type Effect, type Refusal } from './connect-flow.ts'
import type { ConnectMemory } from './connect-memory.ts'
import { initialState, type ConnectState } from './connect-state.ts'

/** What the driver needs of the world; use-connect.ts gives it the browser's. */
export type ConnectPorts = {
  createApplet(id: number): Promise<AppletResponse>
  saveApplet(id: number, input: SaveAppletInput): Promise<AppletResponse>
  disableApplet(id: number): Promise<AppletResponse>
  checkConnection(id: number): Promise<ConnectionCheck>
  appletViewer(id: number): Promise<AppletViewerResponse>
  memory: ConnectMemory
  goTo(path: string): void
  flash(message: string): void
  leaveFlash(message: string): void
  after(milliseconds: number, run: () => void): () => void
  announceEnabled(applet: Applet): void
}

type Call = Extract<Effect, { do: 'check' | 'create' | 'save' | 'disable' | 'readViewer' }>

/** Runs the flow: holds the state, carries out its effects, and reports back what came of them. */
export class ConnectDriver {
  #state: ConnectState
  #ports: ConnectPorts | null = null
  #stopWaiting = nothing
  readonly #listeners = new Set<() => void>()

  constructor(applet: Applet, viewer: AppletForViewer | null) {
    this.#state = initialState(applet, viewer)
  }

  readonly get = (): ConnectState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins once the page stands in a browser; the answer ends it. */
  open(ports: ConnectPorts, given: { denied: string | null; autoConnect: boolean }): () => void {
    this.#ports = ports
    const { memory } = ports
    this.send({ type: 'opened', savedMissing: memory.savedMissing(), loggedIn: memory.takeLogin(), ...given })
    return () => {
      this.#stopWaiting()
      this.#ports = null
    }
  }

  readonly send = (event: ConnectEvent): void => {
    const before = this.#state
    const { state, effects } = connectFlow(before, event)
    // A timer belongs to the state that started it.
    if (state.kind !== before.kind || state.attempt !== before.attempt) this.#stopWaiting()
    this.#state = state
    if (state !== before) for (const listener of this.#listeners) listener()
    if (this.#ports) for (const effect of effects) this.#run(this.#ports, effect)
  }

  #run(ports: ConnectPorts, effect: Effect): void {
    switch (effect.do) {
      case 'go':
        return ports.goTo(effect.to)
      case 'rememberConnect':
        return ports.memory.rememberConnect(effect.missing)
      case 'rememberLogin':
        return ports.memory.rememberLogin()
      case 'forget':
        return ports.memory.forget()
      case 'announceEnabled':
        return ports.announceEnabled(this.#state.applet)
      case 'flash':
        return ports.flash(effect.message)
      case 'leaveFlash':
        return ports.leaveFlash(effect.message)
      case 'wait':
        return this.#wait(ports, effect)
      default:
        void this.#call(ports, effect)
    }
  }

  #wait(ports: ConnectPorts, { milliseconds, attempt }: Extract<Effect, { do: 'wait' }>): void {
    this.#stopWaiting = ports.after(milliseconds, () => this.send({ type: 'elapsed', attempt }))
  }

  async #call(ports: ConnectPorts, effect: Call): Promise<void> {
    try {
      this.send(await answerTo(ports, effect, this.#state.applet.id))
    } catch (error) {
      // A look at the server that fails changes nothing; the next one may work.
      if (effect.do !== 'readViewer') {
        this.send({ type: 'refused', attempt: effect.attempt, refusal: refusalOf(error) })
      }
    }
  }
}

function nothing() {}

async function answerTo(ports: ConnectPorts, effect: Call, id: number): Promise<ConnectEvent> {
  const { attempt } = effect
  switch (effect.do) {
    case 'create':
      return { type: 'created', attempt, applet: (await ports.createApplet(id)).applet }
    case 'save':
      return { type: 'saved', attempt, applet: (await ports.saveApplet(id, effect.input)).applet }
    case 'disable':
      return { type: 'disabled', attempt, applet: (await ports.disableApplet(id)).applet }
    case 'readViewer':
      return { type: 'viewerRead', attempt, viewer: (await ports.appletViewer(id)).viewer }
    case 'check': {
      const { connection_already_exists: exists } = await ports.checkConnection(id)
      return { type: 'checked', attempt, exists: exists?.message ?? null }
    }
  }
}

function refusalOf(error: unknown): Refusal {
  const { status, error: body } = error instanceof RequestError ? error : { status: 0, error: undefined }
  return { status, code: body?.code ?? null, message: messageOf(error), redirectTo: body?.redirect_to ?? null }
}
