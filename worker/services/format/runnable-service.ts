import type {
  ActionDefinition,
  Poll,
  QueryDefinition,
  RunnableService,
  TriggerDefinition,
} from '../../engine/steps/service-steps.ts'
import { readPath, toId } from './answer-path.ts'
import { httpAction, httpFind, httpPoll, httpQuery } from './http-steps.ts'
import { pastedFields, serverField } from './connect-values.ts'
import { protocolProblem, requestJson } from './send-request.ts'
import type { ActionFile, QueryFile, ServiceDefinition, TriggerFile } from './service-definition.ts'

/** A service as the Runner runs it, from its file. */
export function runnableService(service: ServiceDefinition): RunnableService {
  const { module_name, identifier, base_url, app_limit, account_limit, triggers, queries, actions } = service
  return {
    module_name,
    identifier,
    base_url,
    hosts: base_url === null ? [] : [new URL(base_url).host],
    app_limit: app_limit ?? null,
    ...(account_limit && { account_limit }),
    ...(service.operator_key && { operator_key: service.operator_key }),
    triggers: Object.fromEntries(triggers.map((each) => [each.slug, runnableTrigger(service, each)])),
    sources: service.sources ?? {},
    queries: Object.fromEntries(queries.map((each) => [each.slug, runnableQuery(service, each)])),
    actions: Object.fromEntries(actions.map((each) => [each.slug, runnableAction(service, each)])),
    ...(service.write_gap !== undefined && { write_gap: service.write_gap }),
    ...connectedBy(service),
    checkAccount: accountCheck(service),
    ...(service.connect.kind !== 'none' && service.connect.disconnect && { disconnect: service.connect.disconnect }),
  }
}

function connectedBy({ connect }: ServiceDefinition): Pick<RunnableService, 'base_field' | 'secret_fields'> {
  const secrets = pastedFields(connect).flatMap(({ slug, type }) => (type === 'secret' ? slug : []))
  const isPasted = connect.kind === 'key' && connect.fields !== undefined && connect.session === undefined
  return {
    base_field: serverField(connect),
    // A token is not pasted where it comes of a sign-in or of a session.
    secret_fields: isPasted ? secrets : [...new Set([...secrets, 'token'])],
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
  hint,
}: Pick<TriggerDefinition, 'leave' | 'validate' | 'hint'> & {
  poll: Poll
}) {
  return { poll, ...(leave && { leave }), ...(validate && { validate }), ...(hint && { hint }) }
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
    const asked = await requestJson(service, { request, fields: [], values: {} }, io)
    if (!asked.ok) return asked
    const { answer, status } = asked.value
    const id = toId(readPath(answer, idPath))
    const name = toId(readPath(answer, namePath))
    if (id === null || name === null) return protocolProblem(service, status)
    return { ok: true, value: { id, name } }
  }
}
