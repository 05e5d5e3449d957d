import type {
  ActionDefinition,
  RunnableService,
  StepCall,
  StepIo,
  TriggerDefinition,
} from '../../steps/service-steps.ts'
import type { PollPage, Repeat, StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { HOUR } from '../../../contract/shared/durations.ts'
import type { FarRequest } from './far-side.ts'

const VALUE: TriggerDefinition['ingredients'] = [{ slug: 'Value1', name: 'Value 1', type: 'text', example: '7' }]

/** `far` needs no account, `bank` does, `patient` wants a second between changes, `metered` limits the whole app. */
export const FAR_SERVICES: Record<string, RunnableService> = {
  far: farService('far', 'Far'),
  bank: { ...farService('bank', 'Bank'), checkAccount },
  patient: { ...farService('patient', 'Patient'), checkAccount, write_gap: 1000 },
  metered: { ...farService('metered', 'Metered'), hosts: ['metered.test'], app_limit: { calls: 60, per: 60 } },
}

function farService(module_name: string, identifier: string): RunnableService {
  return {
    module_name,
    identifier,
    base_url: null,
    hosts: [],
    app_limit: null,
    base_field: null,
    secret_fields: ['token'],
    checkAccount: null,
    sources: {},
    triggers: {
      request: { mode: 'hook', name: 'Request', ingredients: VALUE },
      items: { mode: 'poll', name: 'Item', ingredients: VALUE, poll, leave },
      times: { mode: 'clock', name: 'Time', ingredients: VALUE, next },
    },
    queries: {
      count: {
        name: 'Count',
        ingredients: [{ slug: 'Count', name: 'Count', type: 'number', example: '1' }],
        run: (call, io) => ask(io, { action: 'query', key: null, body: JSON.stringify(call.fields) }, 'rows'),
      },
    },
    actions: {
      safe: anAction('safe'),
      key: anAction('key'),
      find: { ...anAction('find'), find },
      unsafe: anAction('unsafe'),
      delete: { ...anAction('safe'), run: remove },
      patient: { ...anAction('unsafe'), run: (call, io) => anAction('unsafe').run(call, withTime(io, 60_000)) },
      final: { ...anAction('unsafe'), failure_is_final: true },
      winding: { ...anAction('find'), find, run: lookThenDo },
    },
  }
}

function anAction(repeat: Repeat): ActionDefinition {
  return {
    name: repeat,
    repeat,
    failure_is_final: false,
    run: async (call, io) => {
      const done = await ask(io, { action: repeat, key: io.key, body: bodyOf(call) }, 'found')
      return done.ok ? { ok: true, value: { id: '1', url: null, answer: null } } : done
    },
  }
}

async function remove(call: StepCall, io: StepIo): ReturnType<ActionDefinition['run']> {
  const request = { action: 'delete', key: io.key, body: bodyOf(call) } as const
  const done = await ask(io, request, 'found', 'DELETE')
  return done.ok ? { ok: true, value: { id: null, url: null, answer: null } } : done
}

/** Ports whose calls may take so many ms. */
function withTime(io: StepIo, timeout: number): StepIo {
  return { ...io, fetch: (address, init) => io.fetch(address, { ...init, timeout }) }
}

/** An action of many calls, of which the last one does it. */
async function lookThenDo(call: StepCall, io: StepIo): ReturnType<ActionDefinition['run']> {
  for (let calls = 0; calls < 6; calls++) {
    const looked = await ask(io, { action: 'look up', key: io.key, body: bodyOf(call) }, 'found')
    if (!looked.ok) return looked
  }
  return anAction('find').run(call, io)
}

async function find(call: StepCall, io: StepIo): ReturnType<NonNullable<ActionDefinition['find']>> {
  const looked = await ask<boolean>(io, { action: 'look up', key: io.key, body: bodyOf(call) }, 'found')
  return looked.ok ? { ok: true, value: looked.value ? { id: '1', url: null, answer: null } : null } : looked
}

async function checkAccount(io: StepIo): Promise<StepOutcome<{ id: string; name: string }>> {
  const asked = await ask(io, { action: 'account', key: null, body: '' }, 'found')
  return asked.ok ? { ok: true, value: { id: 'me', name: 'Me' } } : asked
}

function poll(
  call: StepCall & { page: string | null; etag: string | null },
  io: StepIo,
): Promise<StepOutcome<PollPage>> {
  const { page, etag } = call
  const body = JSON.stringify({ stream: call.fields['stream'], page, etag })
  return ask(io, { action: 'list', key: null, body }, 'page')
}

async function leave({ identity }: { identity: string }, io: StepIo): Promise<StepOutcome<null>> {
  const left = await ask(io, { action: 'leave', key: null, body: identity }, 'found')
  return left.ok ? { ok: true, value: null } : left
}

/** Every so many hours, by UTC. */
function next({ fields }: StepCall, { after }: { after: number }) {
  const every = Number(fields['hours']) * HOUR
  const at = (Math.floor(after / every) + 1) * every
  return { id: `time-${at}`, at, ingredients: { Value1: String(at / HOUR) } }
}

function bodyOf({ fields }: StepCall): string {
  return JSON.stringify(fields)
}

async function ask<Value>(
  io: StepIo,
  request: Omit<FarRequest, 'token'>,
  part: 'rows' | 'found' | 'page',
  method = 'POST',
): Promise<StepOutcome<Value>> {
  const outcome = await io.fetch(io.base_url, { method, body: JSON.stringify({ ...request, token: io.token }) })
  return outcome.ok ? { ok: true, value: JSON.parse(outcome.value.headers.get('data') ?? '{}')[part] } : outcome
}
