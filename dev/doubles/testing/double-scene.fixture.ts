import { OUTSIDE_APPLETS } from '../../../worker/services/format/outside-applets.ts'
import { timingSafeEqual } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { checkValues } from '../../../worker/connections/pasted-values/check-values.ts'
import type { Settings } from '../../../worker/context/env.ts'
import type { RunState } from '../../../worker/contract/runs/applet-run.ts'
import { hookPath } from '../../../worker/contract/addresses.ts'
import { toHookEvent } from '../../../worker/hooks/hook-event.ts'
import { accountHookKeys } from '../../../worker/secrets/account-hook-key.ts'
import { sha256 } from '../../../worker/secrets/hashes.ts'
import { guardedOutcome } from '../../../worker/outbound/guarded-outcome.ts'
import { accountIo, pastedText, readCredentials } from '../../../worker/runner-api/account-io.ts'
import type { Program, ProgramStep, ProgramTrigger } from '../../../worker/runner-api/program.ts'
import type { RunDetail } from '../../../worker/contract/runs/applet-run.ts'
import type { RunnableService, StepIo } from '../../../worker/runner-api/service-steps.ts'
import { readRun } from '../../../worker/runner/read/read-run.ts'
import type { RunRow } from '../../../worker/runner/store/runs.ts'
import { encodeRunId } from '../../../worker/runner/world/ulid.ts'
import { findService, serviceAddress, serviceFile } from '../../../worker/services/operator/known-services.ts'
import { allServices } from '../../../worker/services/service-registry.ts'
import { listen } from '../../stand-in/listen.ts'
import { startServices, type Services } from '../../services/start-services.ts'
import { serviceAddresses } from '../../services/service-addresses.ts'
import { aBranch, aProgram, aRequest, aSnapshot } from '../../simulation/applet-makers.ts'
import { SimulatedClock } from '../../simulation/simulated-clock.ts'
import { SimulatedRunner } from '../../simulation/simulated-runner.ts'

/** workerd has it there, Node in a module of its own. */
Object.assign(crypto.subtle, { timingSafeEqual })

type Values = Record<string, string>

/** A call that a step made, and what it was answered. */
type Exchange = { method: string; address: string; body: string; status: number; answer: string }

const NOON = Date.UTC(2026, 2, 10, 12)
const ACCOUNT = 'con_double'
const RUNNER = 'a'.repeat(64)

/** A service with its double: connected, with a real Runner over simulated storage and time. */
export class DoubleScene {
  readonly clock = new SimulatedClock(NOON)
  readonly exchanges: Exchange[] = []
  /** As the setting of that name. */
  token_keys = `one:${btoa('1'.repeat(32))}`
  /** Whether the Runner has marked the connection as broken. */
  isBroken = false
  readonly services: Services
  readonly service: RunnableService
  readonly runner: SimulatedRunner
  readonly #settings: Pick<Settings, 'SITE_ORIGIN' | 'SUPPORT_URL' | 'TRUSTED_ORIGINS' | 'SERVICE_ADDRESSES'>
  readonly #open = new Set<Promise<unknown>>()
  /** What came to the product's addresses, and how it was answered. */
  readonly received: { body: string; status: number }[] = []
  #values: Values = {}
  #wanted = 0

  constructor(services: Services, module_name: string, product: string) {
    this.services = services
    const service = findService(module_name)
    if (!service) throw new Error(`There is no service ${module_name}.`)
    this.service = service
    this.#settings = {
      SITE_ORIGIN: product,
      SUPPORT_URL: 'https://switchyard.example/support',
      TRUSTED_ORIGINS: [services.origin],
      SERVICE_ADDRESSES: serviceAddresses(services.catalog),
    }
    this.runner = new SimulatedRunner({
      clock: this.clock,
      random: () => 0.5,
      services: Object.fromEntries(allServices.map((each) => [each.module_name, each])),
      fetch: this.#fetch,
      address: (name) => serviceAddress(name, this.#settings.SERVICE_ADDRESSES),
      account: async () =>
        this.isBroken
          ? { kind: 'broken' }
          : { kind: 'token', version: 1, ...readCredentials(pastedText(this.#values)) },
      accountHooks: async (account_id) => {
        const keys = await this.#track(accountHookKeys({ TOKEN_KEYS: this.token_keys }, RUNNER, account_id))
        return keys.map(({ key, ...rest }) => ({ address: product + hookPath(key), ...rest }))
      },
      markBroken: async () => {
        this.isBroken = true
        return true
      },
    })
  }

  /** Where the double stands for the service's own address. */
  get address(): string {
    return `${this.services.origin}/${this.service.module_name}`
  }

  /** Connects with what was pasted, as the page does; throws where a value is refused. */
  async connect(pasted: Values) {
    const { module_name } = this.service
    const connect = serviceFile(module_name)?.connect
    if (connect?.kind !== 'key' || !connect.fields) throw new Error(`${module_name} does not connect with values.`)
    const base_url = serviceAddress(module_name, this.#settings.SERVICE_ADDRESSES)
    const asked = { fields: connect.fields, name: serviceFile(module_name)?.name ?? '', base_url }
    this.#values = checkValues({ settings: this.#settings as Settings }, asked, pasted)
    if (!this.service.checkAccount) throw new Error(`${module_name} has no accounts.`)
    return this.service.checkAccount(this.io())
  }

  /** What a step is given. */
  io(key: string | null = null): StepIo {
    const ports = {
      fetch: this.#fetch,
      base_url: serviceAddress(this.service.module_name, this.#settings.SERVICE_ADDRESSES),
      key,
      timezone: 'Europe/Berlin',
      now: this.clock.now,
      ...OUTSIDE_APPLETS,
    }
    return accountIo(ports, this.service, readCredentials(pastedText(this.#values)))
  }

  /** Enables an Applet: from a web request to this action, or from this trigger to a web request. */
  enable(step: { action: string; fields: Values } | { trigger: string; fields: Values; actions: ProgramStep[] }): void {
    this.sync([this.program(1, step)])
  }

  program(
    applet_id: number,
    step: { action: string; fields: Values } | { trigger: string; fields: Values; actions: ProgramStep[] },
  ): Program {
    const { module_name } = this.service
    if ('action' in step) {
      const action = { position: 1, module_name, slug: step.action, fields: step.fields, account_id: ACCOUNT }
      return aProgram(applet_id, [aBranch(WEB_REQUEST, [action])])
    }
    const { trigger: slug, fields, actions } = step
    const identity = `${module_name}:${slug}:${JSON.stringify(fields)}`
    const trigger = { position: 0, module_name, slug, fields, account_id: ACCOUNT, identity }
    return aProgram(applet_id, [aBranch(trigger, actions)])
  }

  sync(programs: Program[]): void {
    this.#wanted += 1
    const accounts = [{ id: ACCOUNT, module_name: this.service.module_name, name: 'Ada', status: 'connected' as const }]
    this.runner.sync(aSnapshot(this.#wanted, programs, { accounts }))
  }

  /** Sends a web request with this as its first value, and lets time pass. Returns the run's state. */
  async send(Value1: string, ms = 1000): Promise<RunState | undefined> {
    this.runner.accept(aRequest(1, { ingredients: { Value1 }, event_id: null, body_hash: Value1 }))
    await this.pass(ms)
    return this.runs().at(-1)?.state
  }

  /** What the product does with a request to one of its addresses. */
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
    const end = this.clock.now + ms
    for (;;) {
      await this.clock.runUntil(Math.min(this.clock.next ?? end, end))
      await this.#quiet()
      if ((this.clock.next ?? Number.POSITIVE_INFINITY) > end) break
    }
    await this.clock.runUntil(end)
  }

  /** Waits until no call is under way and none follows from the last one. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < 5; turns++) {
      if (this.#open.size > 0) turns = 0
      await Promise.all(this.#open)
      await setImmediate()
    }
  }

  #track<Value>(work: Promise<Value>): Promise<Value> {
    this.#open.add(work)
    return work.finally(() => this.#open.delete(work))
  }

  runs(): RunRow[] {
    return this.runner.storage.peek<RunRow>('select * from run order by seq')
  }

  /** The newest run as its page shows it. */
  page(): RunDetail | null {
    const run = this.runs().at(-1)
    return run ? readRun(this.runner.memory, encodeRunId(run)) : null
  }

  /** All that the Runner keeps, shows or logs, as one text. */
  everythingKept(): string {
    const tables = this.runner.storage.peek<{ name: string }>("select name from sqlite_master where type = 'table'")
    const rows = tables.flatMap(({ name }) => this.runner.storage.peek(`select * from "${name}"`))
    const pages = this.runs().map((run) => readRun(this.runner.memory, encodeRunId(run)))
    return JSON.stringify([rows, pages, this.runner.logged, this.runner.told])
  }

  readonly #fetch: StepIo['fetch'] = (address, init) => {
    return this.#track(guardedOutcome({ settings: this.#settings, fetch: this.#exchange })(address, init))
  }

  readonly #exchange: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { method = 'GET', body } = init ?? {}
    const answer = await response.clone().text()
    this.exchanges.push({ method, address: String(input), body: String(body ?? ''), status: response.status, answer })
    return response
  }
}

const WEB_REQUEST: ProgramTrigger = {
  position: 0,
  module_name: 'webhooks',
  slug: 'web_request',
  fields: {},
  account_id: null,
  identity: 'hook',
}

/** The doubles, started for one test, with the clock of its Runner. */
export async function doubleScene(module_name: string): Promise<DoubleScene> {
  const clock = { now: NOON }
  const product = await listen(0, () => (request) => scene.receive(request))
  onTestFinished(() => product.close())
  const services = await startServices({ port: 0, now: () => clock.now })
  onTestFinished(() => services.close())
  const scene = new DoubleScene(services, module_name, product.origin)
  Object.defineProperty(clock, 'now', { get: () => scene.clock.now })
  return scene
}
