import type {
  ActionDefinition,
  QueryDefinition,
  RunnableService,
  TriggerDefinition,
} from '../../runner-api/service-steps.ts'
import { readPath, toId } from './answer-path.ts'
import { httpAction, httpFind, httpPoll, httpQuery } from './http-steps.ts'
import { protocolProblem, readJson, sendRequest } from './send-request.ts'
import type { ActionFile, QueryFile, ServiceDefinition, TriggerFile } from './service-definition.ts'

/** A service as the Runner runs it, from its file. */
export function runnableService(service: ServiceDefinition): RunnableService {
  const { module_name, identifier, base_url, app_limit, account_limit, triggers, queries, actions } = service
  return {
    module_name,
    identifier,
    hosts: base_url === null ? [] : [new URL(base_url).host],
    app_limit: app_limit ?? null,
    ...(account_limit && { account_limit }),
    triggers: Object.fromEntries(triggers.map((each) => [each.slug, runnableTrigger(service, each)])),
    sources: service.sources ?? {},
    queries: Object.fromEntries(queries.map((each) => [each.slug, runnableQuery(service, each)])),
    actions: Object.fromEntries(actions.map((each) => [each.slug, runnableAction(service, each)])),
    ...(service.write_gap !== undefined && { write_gap: service.write_gap }),
    ...connectedBy(service),
    checkAccount: accountCheck(service),
    ...(service.connect.kind === 'key' && service.connect.disconnect && { disconnect: service.connect.disconnect }),
  }
}

function connectedBy({ connect }: ServiceDefinition): Pick<RunnableService, 'base_field' | 'secret_fields'> {
  const { fields, session } = connect.kind === 'key' ? connect : {}
  if (!fields) return { base_field: null, secret_fields: ['token'] }
  return {
    base_field: fields.find(({ base }) => base)?.slug ?? null,
    secret_fields: [
      ...fields.flatMap(({ slug, type }) => (type === 'secret' ? slug : [])),
      ...(session ? ['token'] : []),
    ],
  }
}

function runnableTrigger(service: ServiceDefinition, trigger: TriggerFile): TriggerDefinition {
  const { name, fields = [], ingredients } = trigger
  if (trigger.mode === 'push') {
    const { follow, leave, push } = trigger
    return { mode: 'poll', name, ingredients, poll: follow, leave, push }
  }
  const texts = { mode: trigger.mode, name, ingredients }
  if (trigger.mode === 'hook') return { ...texts, ...(trigger.by_request === false && { by_request: false }) }
  if (trigger.mode === 'clock') return { ...texts, next: trigger.next }
  if ('source' in trigger) return { ...texts, source: trigger.source }
  if ('poll' in trigger) return { ...texts, ...pollCode(trigger) }
  return { ...texts, poll: httpPoll(service, { fields, ingredients }, trigger.http) }
}

function pollCode({
  poll,
  leave,
  validate,
}: Pick<TriggerDefinition, 'leave' | 'validate'> & {
  poll: NonNullable<TriggerDefinition['poll']>
}) {
  return { poll, ...(leave && { leave }), ...(validate && { validate }) }
}

function runnableQuery(service: ServiceDefinition, query: QueryFile): QueryDefinition {
  const { name, fields = [], ingredients } = query
  const run = 'run' in query ? query.run : httpQuery(service, { fields, ingredients }, query.http)
  return { name, ingredients, run }
}

function runnableAction(service: ServiceDefinition, action: ActionFile): ActionDefinition {
  const { name, repeat, failure_is_final = false, fields = [] } = action
  const texts = { name, repeat, failure_is_final }
  if ('run' in action) return { ...texts, run: action.run, ...(action.find && { find: action.find }) }
  const { http } = action
  const run = httpAction(service, { fields, failure_is_final }, http)
  return { ...texts, run, ...(http.find && { find: httpFind(service, { fields }, http.find, http.result) }) }
}

function accountCheck(service: ServiceDefinition): RunnableService['checkAccount'] {
  const { connect } = service
  if (connect.kind === 'none') return null
  const { account } = connect
  if (typeof account === 'function') return account
  const { get: path, headers = {}, id: idPath, name: namePath } = account
  return async (io) => {
    const request = { method: 'get', path, headers } as const
    const sent = await sendRequest(service, { request, fields: [], values: {} }, io)
    if (!sent.ok) return sent
    const read = await readJson(service, sent.value)
    if (!read.ok) return read
    const id = toId(readPath(read.value, idPath))
    const name = toId(readPath(read.value, namePath))
    if (id === null || name === null) return protocolProblem(service, sent.value.status)
    return { ok: true, value: { id, name } }
  }
}
