import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { Account } from '../../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { toId } from '../answer-place.ts'
import { pastedFields } from '../connect-values.ts'
import { fileScope } from './file-scope.ts'
import { methodOf } from './fill-request.ts'
import { protocolProblem, sendRequest, type RequestOwner } from './send-request.ts'
import type { AccountRequest, ServiceDefinition } from '../service-definition.ts'
import { readValue, type Scope } from '../template.ts'

type Owner = RequestOwner & Pick<ServiceDefinition, 'connect'>

/** Asks whose account it is. Where the file has no request, what was pasted names it by itself. */
export async function requestAccount(
  service: Owner,
  account: AccountRequest,
  io: StepIo,
): Promise<StepOutcome<Account>> {
  const { id, name, errors, ...request } = account
  if (methodOf(request) === null) {
    const scope = fileScope(service, { fields: [], values: {} }, io)
    return readAccount({ id, name }, scope) ?? protocolProblem(service, 200)
  }
  const asked = await sendRequest(service, { request, fields: [], values: {}, errors }, io)
  if (!asked.ok) return withPastedField(service, asked)
  const { scope, value, status } = asked.value
  return readAccount({ id, name }, { ...scope, answer: value }) ?? protocolProblem(service, status)
}

function readAccount(account: { id: string; name: string }, scope: Scope): StepOutcome<Account> | null {
  const [id, name] = [account.id, account.name].map((each) => toId(readValue(each, scope)))
  return id == null || name == null ? null : { ok: true, value: { id, name } }
}

/** Where one value was pasted, that one is wrong. */
function withPastedField({ connect }: Owner, refused: Extract<StepOutcome<never>, { ok: false }>) {
  const [field, ...others] = pastedFields(connect)
  const { problem } = refused
  if (!field || others.length > 0 || problem.failure !== 'unauthorized' || problem.attribute !== undefined)
    return refused
  return { ok: false as const, problem: { ...problem, attribute: field.slug } }
}
