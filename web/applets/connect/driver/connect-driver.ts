import type {
  Applet,
  AppletOfUser,
  AppletResponse,
  AppletViewerResponse,
  ConnectionCheck,
  StoppedResponse,
} from '../../../../worker/contract/applets/applet.ts'
import type { CreateAppletInput, SaveAppletInput } from '../../../../worker/contract/applets/applet-input.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import type { Upgraded, UpgradeStep } from '../../../../worker/contract/upgrade/upgrade.ts'
import { messageOf, RequestError } from '../../../browser/request/request-error.ts'
import { rulesIn } from '../../../site/upgrade/store/upgrade-modal-request.ts'
import { connectFlow, type ConnectEvent } from '../flow/connect-flow.ts'
import type { ConnectMemory } from './connect-memory.ts'
import type { Effect } from '../flow/connect-transitions.ts'
import type { Refusal } from '../flow/connect-refused.ts'
import type { ConnectStore } from './connect-store.ts'

/** All that the driver needs from outside; connect-in-browser.ts provides the browser's versions. */
export type ConnectPorts = {
  createApplet(input: CreateAppletInput): Promise<AppletResponse>
  saveApplet(id: number, input: SaveAppletInput): Promise<AppletResponse>
  disableApplet(id: number): Promise<StoppedResponse>
  checkConnection(id: number): Promise<ConnectionCheck>
  appletViewer(id: number): Promise<AppletViewerResponse>
  /** Opens the modal and resolves with the upgrade, or with null when it was closed (§2.4). */
  upgrade(ask: { step: UpgradeStep; plan: SoldPlan; appletId: number; beforeSignIn(): void }): Promise<Upgraded | null>
  prepareUpgrade(): void
  memory: ConnectMemory
  goTo(path: string): void
  flash(message: string): void
  leaveFlash(message: string): void
  after(milliseconds: number, run: () => void): () => void
  motionReduced(): boolean
  announceEnabled(applet: Applet): void
}

type Call = Extract<Effect, { do: 'check' | 'create' | 'save' | 'disable' | 'readViewer' | 'upgrade' }>

/** Runs the flow: carries out its effects and reports their results as events. */
export class ConnectDriver {
  readonly #store: ConnectStore
  readonly #ports: ConnectPorts
  #stopWaiting = nothing
  #closed = false

  constructor(store: ConnectStore, ports: ConnectPorts) {
    this.#store = store
    this.#ports = ports
  }

  /** Starts once the page is in a browser; returns a function that stops it. */
  open(given: { denied: string | null; autoConnect: boolean }): () => void {
    const { memory } = this.#ports
    const opened = {
      type: 'opened',
      changed: memory.showedOther(),
      savedMissing: memory.savedMissing(),
      loggedIn: memory.takeLogin(),
      ...given,
    } as const
    const detach = this.#store.attach((event) => this.#drive(event), opened)
    return () => {
      detach()
      this.#stopWaiting()
      this.#closed = true
    }
  }

  #drive(event: ConnectEvent): void {
    if (this.#closed) return
    const before = this.#store.get()
    const { state, effects } = connectFlow(before, event)
    // A timer belongs to the state that started it.
    if (state.kind !== before.kind || state.attempt !== before.attempt) this.#stopWaiting()
    this.#store.set(state)
    for (const effect of effects) this.#run(effect)
  }

  #run(effect: Effect): void {
    const ports = this.#ports
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
        return ports.announceEnabled(this.#store.get().applet)
      case 'prepareUpgrade':
        return ports.prepareUpgrade()
      case 'flash':
        return ports.flash(effect.message)
      case 'leaveFlash':
        return ports.leaveFlash(effect.message)
      case 'wait':
        return this.#wait(effect)
      case 'play':
        return ports.motionReduced()
          ? this.#drive({ type: 'elapsed', attempt: effect.attempt })
          : this.#wait({ ...effect, do: 'wait' })
      default:
        void this.#call(effect)
    }
  }

  #wait({ milliseconds, attempt }: Extract<Effect, { do: 'wait' }>): void {
    this.#stopWaiting = this.#ports.after(milliseconds, () => this.#drive({ type: 'elapsed', attempt }))
  }

  async #call(effect: Call): Promise<void> {
    try {
      this.#drive(await answerTo(this.#ports, effect, this.#store.get().applet))
    } catch (error) {
      // A failed refresh changes nothing; the next one may work.
      if (effect.do === 'readViewer') return
      this.#drive({ type: 'refused', attempt: effect.attempt, refusal: refusalOf(error) })
    }
  }
}

function nothing() {}

async function answerTo(ports: ConnectPorts, effect: Call, { id, rev }: Applet): Promise<ConnectEvent> {
  const { attempt } = effect
  switch (effect.do) {
    case 'create':
      return { type: 'created', attempt, applet: (await ports.createApplet({ id, rev })).applet }
    case 'save':
      return { type: 'saved', attempt, applet: (await ports.saveApplet(id, effect.input)).applet }
    case 'disable':
      return { type: 'disabled', attempt, applet: await disable(ports, id) }
    case 'readViewer':
      return { type: 'viewerRead', attempt, viewer: (await ports.appletViewer(id)).viewer }
    case 'upgrade': {
      const { step, plan } = effect
      // After signing in again, the saved press reopens the modal.
      const beforeSignIn = () => ports.memory.rememberLogin()
      const upgraded = await ports.upgrade({ step, plan, appletId: id, beforeSignIn })
      return upgraded ? { type: 'upgraded', attempt, upgraded } : { type: 'upgradeDeclined', attempt }
    }
    case 'check': {
      const { connection_already_exists: exists } = await ports.checkConnection(id)
      return { type: 'checked', attempt, exists: exists?.message ?? null }
    }
  }
}

function refusalOf(error: unknown): Refusal {
  const { status, error: body } = error instanceof RequestError ? error : { status: 0, error: undefined }
  return {
    status,
    code: body?.code ?? null,
    message: messageOf(error),
    redirectTo: body?.redirect_to ?? null,
    rules: rulesIn(error),
  }
}

async function disable(ports: ConnectPorts, id: number): Promise<AppletOfUser> {
  const { applet } = await ports.disableApplet(id)
  if (!applet.stopped) ports.flash('It stops within a minute.')
  return applet
}
