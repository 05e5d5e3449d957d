import { setImmediate, setTimeout } from 'node:timers/promises'
import type { StepOutcome } from '../../../worker/runner-api/step-outcome.ts'
import type { OpenedSession } from '../../../worker/services/format/service-definition.ts'
import type { RunDetail } from '../../../worker/contract/runs/applet-run.ts'
import { readRun } from '../../../worker/runner/read/read-run.ts'
import type { RunRow } from '../../../worker/runner/store/runs.ts'
import { encodeRunId } from '../../../worker/runner/world/ulid.ts'
import { OUTSIDE_APPLETS } from '../../../worker/services/format/outside-applets.ts'
import { accountIo } from '../../../worker/runner-api/account-io.ts'
import { serviceFile } from '../../../worker/services/operator/known-services.ts'
import { aBranch, aProgram, aSnapshot, PRO } from '../../simulation/applet-makers.ts'
import { SimulatedClock } from '../../simulation/simulated-clock.ts'
import { SimulatedRunner } from '../../simulation/simulated-runner.ts'
import { openDouble } from './open-double.fixture.ts'

type Fields = Record<string, string>
type Applet = {
  module_name: string
  /** What was pasted to connect it, and what was opened with it. */
  credentials: (address: string) => Fields
  trigger: { slug: string; fields?: Fields }
  action: { slug: string; fields: Fields }
}

const ACCOUNT = 'con_double'
const STEP = 1000

/** An Applet of one service that is on, in a real Runner with a clock of its own, against the service's double. */
export async function runningApplet({ module_name, credentials, trigger, action }: Applet) {
  const clock = new SimulatedClock(Date.UTC(2026, 2, 10, 12))
  const { services, service, address, guarded, happen } = await openDouble(module_name, () => clock.now)
  const open = new Set<object>()
  const account = {
    values: credentials(address),
    version: 1,
    refresh_token: '',
    access: () => ({
      kind: 'token' as const,
      version: account.version,
      token: account.values['token'] ?? null,
      credentials: account.values,
    }),
  }
  const connect = serviceFile(module_name)?.connect
  const session = connect?.kind === 'key' ? connect.session : undefined
  const io = () => {
    const ports = { fetch: guarded, base_url: address, key: null, timezone: 'UTC', now: clock.now, ...OUTSIDE_APPLETS }
    return accountIo(ports, service, account.access())
  }
  const keep = (opened: StepOutcome<OpenedSession>) => {
    if (!opened.ok) throw new Error(opened.problem.message)
    const { values, refresh_token } = opened.value
    Object.assign(account, { values: { ...account.values, ...values }, refresh_token, version: account.version + 1 })
  }
  if (session) keep(await session.open(io()))
  const runner = new SimulatedRunner({
    clock,
    random: () => 0.5,
    services: { [module_name]: service },
    address: () => address,
    fetch: async (...given) => {
      const call = {}
      open.add(call)
      return guarded(...given).finally(() => open.delete(call))
    },
    account: async () => account.access(),
    refreshAccount: async () => {
      if (session) keep(await session.refresh(account.refresh_token, io()))
      return account.access()
    },
  })
  const step = (position: number, slug: string, fields: Fields = {}) => {
    return { position, module_name, slug, fields, account_id: ACCOUNT }
  }
  const first = { ...step(0, trigger.slug, trigger.fields), identity: `${module_name} ${trigger.slug}` }
  const program = aProgram(1, [aBranch(first, [step(1, action.slug, action.fields)])])
  const accounts = [{ id: ACCOUNT, module_name, name: 'Ada', status: 'connected' as const }]
  runner.sync(aSnapshot(1, [program], { accounts, subscriptions: [...PRO] }))
  /** Lets time pass; calls to the double take none of it. */
  const pass = async (ms: number) => {
    for (const end = clock.now + ms; clock.now < end;) {
      await clock.runUntil(Math.min(clock.now + STEP, end))
      while (open.size > 0) await setTimeout(1)
      await setImmediate()
    }
  }
  const rows = () => runner.storage.peek<RunRow>('select * from run order by seq')
  return {
    services,
    address,
    clock,
    pass,
    rows,
    /** What the account is used with now. */
    values: () => account.values,
    /** A run as its page shows it. */
    shown: (index = 0): RunDetail | null => {
      const row = rows()[index]
      return row ? readRun(runner.memory, encodeRunId(row)) : null
    },
    happen,
    /** Everything that the Runner stored and logged, as one text. */
    everything: () => {
      const tables = runner.storage.peek<{ name: string }>("select name from sqlite_master where type = 'table'")
      const stored = tables.map(({ name }) => runner.storage.peek(`select * from "${name}"`))
      const pages = rows().map((row) => readRun(runner.memory, encodeRunId(row)))
      return JSON.stringify([stored, runner.logged, pages])
    },
  }
}
