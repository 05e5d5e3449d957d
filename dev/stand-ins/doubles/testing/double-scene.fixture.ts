import { timingSafeEqual } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { checkValues } from '../../../../worker/connections/pasted-values/check-values.ts'
import type { Settings } from '../../../../worker/system/context/env.ts'
import type { RunDetail, RunState } from '../../../../worker/contract/runs/applet-run.ts'
import { hookPath } from '../../../../worker/contract/addresses.ts'
import { toHookEvent } from '../../../../worker/engine/hooks/hook-event.ts'
import { accountHookKeys } from '../../../../worker/system/secrets/account-hook-key.ts'
import { sha256 } from '../../../../worker/system/secrets/hashes.ts'
import { accountIo } from '../../../../worker/engine/steps/account-io.ts'
import type {
  Program,
  ProgramStep,
  ProgramTrigger,
  RunnerSnapshot,
} from '../../../../worker/system/runner-api/program.ts'
import type { RunnableService, StepIo } from '../../../../worker/engine/steps/service-steps.ts'
import type { RunRow } from '../../../../worker/engine/runner/store/runs.ts'
import { OUTSIDE_APPLETS } from '../../../../worker/services/format/outside-applets.ts'
import { serviceAddress, serviceFile } from '../../../../worker/services/known-services.ts'
import { findOwnService, serviceDefinitions } from '../../../../worker/services/service-registry.ts'
import { listen } from '../../stand-in/listen.ts'
import { aBranch, aProgram, aRequest, aSnapshot } from '../../../../worker/engine/runner/testing/applet-makers.ts'
import { SimulatedClock } from '../../../../worker/testing/simulated-clock.ts'
import { SimulatedRunner } from '../../../../worker/engine/runner/testing/simulated-runner.ts'
import { CallsUnderWay } from './calls-under-way.fixture.ts'
import { ConnectedAccount } from './connected-account.fixture.ts'
import { everythingKept, pageOfRun, runsOf } from './kept-by-runner.fixture.ts'
import { openDouble, type Exchange, type IsLost, type OpenedDouble } from './open-double.fixture.ts'

/** workerd has it there, Node in a module of its own. */
Object.assign(crypto.subtle, { timingSafeEqual })

type Values = Record<string, string>
type Subscriptions = RunnerSnapshot['subscriptions']

const NOON = Date.UTC(2026, 2, 10, 12)
const ACCOUNT = 'con_double'
const RUNNER = 'a'.repeat(64)

/** A service with its double: connected, with a real Runner over simulated storage and time. */
export class DoubleScene {
  readonly clock: SimulatedClock
  readonly exchanges: readonly Exchange[]
  /** As the setting of that name. */
  token_keys = `one:${btoa('1'.repeat(32))}`
  readonly account = new ConnectedAccount()
  readonly services: OpenedDouble['services']
  readonly service: RunnableService
  readonly runner: SimulatedRunner
  /** Where the double stands for the service's own address. */
  readonly address: string
  /** Presses a button of the double's page. */
  readonly press: OpenedDouble['press']
  readonly #settings: OpenedDouble['settings']
  readonly #fetch: StepIo['fetch']
  readonly #calls = new CallsUnderWay()
  /** Requests to the product's addresses, and how each was answered. */
  readonly received: { body: string; status: number }[] = []
  readonly #subscriptions: Subscriptions
  #wanted = 0

  constructor(clock: SimulatedClock, opened: OpenedDouble, subscriptions: Subscriptions = []) {
    const { services, service, address, settings, guarded, exchanges } = opened
    this.clock = clock
    this.services = services
    this.service = service
    this.address = address
    this.exchanges = exchanges
    this.press = opened.press
    this.#settings = settings
    this.#subscriptions = subscriptions
    this.#fetch = (...given) => this.#calls.track(guarded(...given))
    this.runner = new SimulatedRunner({
      clock: this.clock,
      random: () => 0.5,
      services: Object.fromEntries(
        [...serviceDefinitions().flatMap(({ id }) => findOwnService(id) ?? []), service].map((each) => [
          each.module_name,
          each,
        ]),
      ),
      fetch: this.#fetch,
      address: (name) => serviceAddress(name, this.#settings.SERVICE_ADDRESSES),
      account: async () => this.account.access(),
      refreshAccount: () => this.account.refresh(),
      accountHooks: async (account_id) => {
        const keys = await this.#calls.track(accountHookKeys({ TOKEN_KEYS: this.token_keys }, RUNNER, account_id))
        return keys.map(({ key, ...rest }) => ({ address: settings.SITE_ORIGIN + hookPath(key), ...rest }))
      },
      markBroken: async () => {
        this.account.isBroken = true
        return true
      },
    })
  }

  /** Connects with what was pasted, as the page does; throws where a value is refused. */
  async connect(pasted: Values) {
    const { module_name } = this.service
    const connect = serviceFile(module_name)?.connect
    if (connect?.kind !== 'key' || !connect.fields) throw new Error(`${module_name} does not connect with values.`)
    const base_url = serviceAddress(module_name, this.#settings.SERVICE_ADDRESSES)
    const asked = { fields: connect.fields, name: serviceFile(module_name)?.name ?? '', base_url }
    this.account.values = checkValues({ settings: this.#settings as Settings }, asked, pasted)
    if (!this.service.checkAccount) throw new Error(`${module_name} has no accounts.`)
    return this.service.checkAccount(this.io())
  }

  /** Makes the ports that a step is given. */
  io(key: string | null = null): StepIo {
    const ports = {
      fetch: this.#fetch,
      base_url: serviceAddress(this.service.module_name, this.#settings.SERVICE_ADDRESSES),
      key,
      timezone: 'Europe/Berlin',
      now: this.clock.now,
      ...OUTSIDE_APPLETS,
    }
    return accountIo(ports, this.service, this.account.credentials())
  }

  /** Enables an Applet: from a web request to this action, or from this trigger to a web request. */
  enable(
    step: { action: string; fields: Values } | { trigger: string; fields: Values; actions: ProgramStep<'action'>[] },
  ): void {
    this.sync([this.program(1, step)])
  }

  /** A step of the service, with its account. */
  step(id: number, slug: string, fields: Values): ProgramStep<'action'> {
    return { id, kind: 'action', module_name: this.service.module_name, slug, fields, account_id: ACCOUNT }
  }

  program(
    applet_id: number,
    step: { action: string; fields: Values } | { trigger: string; fields: Values; actions: ProgramStep<'action'>[] },
  ): Program {
    if ('action' in step) {
      return aProgram(applet_id, [aBranch(WEB_REQUEST, [this.step(1, step.action, step.fields)])])
    }
    const { trigger, fields, actions } = step
    const identity = `${this.service.module_name}:${trigger}:${JSON.stringify(fields)}`
    return aProgram(applet_id, [aBranch({ ...this.step(0, trigger, fields), kind: 'trigger', identity }, actions)])
  }

  sync(programs: Program[]): void {
    this.#wanted += 1
    const accounts = [{ id: ACCOUNT, module_name: this.service.module_name, name: 'Ada', status: 'connected' as const }]
    this.runner.sync(aSnapshot(this.#wanted, programs, { accounts, subscriptions: this.#subscriptions }))
  }

  /** Sends a web request with this as its first value, and lets time pass. Returns the run's state. */
  async send(Value1: string, ms = 1000): Promise<RunState | undefined> {
    this.runner.accept(aRequest(1, { ingredients: { Value1 }, event_id: null, body_hash: Value1 }))
    await this.pass(ms)
    return this.runs().at(-1)?.state
  }

  /** Handles a request to one of the product's addresses as the product does. */
  async receive(request: Request): Promise<Response> {
    const key = new URL(request.url).pathname.split('/').at(-1) ?? ''
    const target = { kind: 'applet', key_hash: await sha256(key) } as const
    const body = await request.arrayBuffer()
    const asked = { query: new URLSearchParams(), headers: request.headers, body }
    const answer = await this.runner.receive(await toHookEvent(target, asked, this.clock.now))
    const status = { accepted: 202, ignored: 202, unsigned: 401, unknown: 404 }[String(answer.kind)] ?? 503
    this.received.push({ body: new TextDecoder().decode(body), status })
    return new Response(null, { status })
  }

  /** Lets time pass; answers of the doubles take none. */
  async pass(ms: number): Promise<void> {
    await this.#calls.pass(this.clock, ms)
  }

  /** Lets time pass until the double is asked again. Throws after ten minutes. */
  async passUntilAsked(): Promise<void> {
    const asked = () => this.services.control.asked(this.service.module_name).length
    const before = asked()
    for (let seconds = 0; seconds < 600; seconds++) {
      if (asked() > before) return
      await this.pass(1000)
    }
    throw new Error(`${this.service.module_name} was not asked again.`)
  }

  runs(): RunRow[] {
    return runsOf(this.runner)
  }

  states(): RunState[] {
    return this.runs().map(({ state }) => state)
  }

  /** A run as its page shows it, the newest by default. */
  page(index = -1): RunDetail | null {
    return pageOfRun(this.runner, this.runs().at(index))
  }

  everythingKept(): string {
    return everythingKept(this.runner)
  }
}

const WEB_REQUEST: ProgramTrigger = {
  id: 0,
  kind: 'trigger',
  module_name: 'webhooks',
  slug: 'web_request',
  fields: {},
  account_id: null,
  identity: 'hook',
}

type Start = { isLost?: IsLost | undefined; subscriptions?: Subscriptions }

/** The doubles, started for one test, with the clock of its Runner. */
export async function doubleScene(module_name: string, { isLost, subscriptions }: Start = {}): Promise<DoubleScene> {
  const clock = new SimulatedClock(NOON)
  const product = await listen(0, () => (request) => scene.receive(request))
  onTestFinished(() => product.close())
  const opened = await openDouble(module_name, () => clock.now, { isLost, site: product.origin })
  const scene = new DoubleScene(clock, opened, subscriptions)
  return scene
}
