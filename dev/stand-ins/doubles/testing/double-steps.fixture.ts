import { OUTSIDE_APPLETS } from '../../../../worker/services/format/outside-applets.ts'
import { accountIo } from '../../../../worker/engine/steps/account-io.ts'
import type { StepIo } from '../../../../worker/engine/steps/service-steps.ts'
import type { StepOutcome } from '../../../../worker/system/runner-api/step-outcome.ts'
import { openDouble } from './open-double.fixture.ts'

type Fields = Record<string, string>

/** The outcome's value. Throws its problem's words. */
export function valueOf<Value>(outcome: StepOutcome<Value> | undefined): Value {
  if (!outcome?.ok) throw new Error(outcome?.problem.message ?? 'There is no such step.')
  return outcome.value
}

/** The steps of a service as the Runner runs them, against its double. `clock.now` in ms can be moved. */
export async function doubleSteps(module_name: string, given: Fields | ((address: string) => Promise<Fields>)) {
  const clock = { now: Date.UTC(2026, 2, 10, 12) }
  const { services, service, address, guarded, exchanges, press } = await openDouble(module_name, () => clock.now)
  const credentials = typeof given === 'function' ? await given(address) : given
  const io = (key: string | null = null, values = credentials): StepIo => {
    const ports = {
      fetch: guarded,
      base_url: address,
      key,
      timezone: 'Europe/Berlin',
      now: clock.now,
      ...OUTSIDE_APPLETS,
    }
    return accountIo(ports, service, { token: values['token'] ?? null, credentials: values })
  }
  type Seen = { page: string | null; etag: string | null; last_modified: string | null; mark?: string | null }
  const unseen: Seen = { page: null, etag: null, last_modified: null }
  return {
    services,
    service,
    address,
    exchanges,
    clock,
    io,
    press,
    ask: (slug: string, fields: Fields = {}, more: Partial<Seen> = {}) =>
      service.triggers[slug]?.poll?.({ fields, applet_id: 1, ...unseen, ...more }, io()),
    look: (slug: string, fields: Fields = {}) => service.queries[slug]?.run({ fields, applet_id: 1 }, io()),
    act: (slug: string, fields: Fields, key = 'sy_01KKB8E7G00000000000000000_1_0') =>
      service.actions[slug]?.run({ fields, applet_id: 1 }, io(key)),
    find: (slug: string, fields: Fields, key = 'sy_01KKB8E7G00000000000000000_1_0') =>
      service.actions[slug]?.find?.({ fields, applet_id: 1 }, io(key)),
  }
}
