import type { StepIo } from '../../../engine/steps/service-steps.ts'
import type { Account } from '../../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { toId } from '../answer-place.ts'
import { pastedFields } from '../connect-values.ts'
import { fileScope } from './file-scope.ts'
import { methodOf } from './fill-request.ts'
import { protocolProblem, requestJson, type RequestOwner } from './send-request.ts'
import type { AccountRequest, ServiceDefinition } from '../service-definition.ts'
import { readValue, type Scope } from '../template.ts'

type Owner = RequestOwner & Pick<ServiceDefinition, 'connect'>

/** Asks whose account it is. Where the file has no request, what was pasted names it by itself. */
export async function requestAccount(
  service: Owner,
  account: AccountRequest,
  io: StepIo,
): Promise<StepOutcome<Account>> {
  const { id, name, keep, errors, ...request } = account
  if (methodOf(request) === null) {
    const scope = fileScope(service, { fields: [], values: {} }, io)
    return readAccount({ id, name, keep }, scope) ?? protocolProblem(service, 200)
  }
  const asked = await requestJson(service, { request, fields: [], values: {}, errors }, io)
  if (!asked.ok) return withPastedField(service, asked)
  const { scope, value, status } = asked.value
  return readAccount({ id, name, keep }, { ...scope, answer: value }) ?? protocolProblem(service, status)
}

type Places = Pick<AccountRequest, 'id' | 'name' | 'keep'>

function readAccount(account: Places, scope: Scope): StepOutcome<Account> | null {
  const [id, name] = [account.id, account.name].map((each) => firstThere([each].flat(), scope))
  const kept = Object.entries(account.keep ?? {}).map(([slug, place]) => [slug, firstThere([place], scope)] as const)
  const values = Object.fromEntries(kept.flatMap(([slug, value]) => (value === null ? [] : [[slug, value]])))
  if (id == null || name == null || Object.keys(values).length < kept.length) return null
  return { ok: true, value: { id, name, ...(account.keep && { values }) } }
}

function firstThere(values: readonly string[], scope: Scope): string | null {
  return values.map((each) => toId(readValue(each, scope))).find((each) => each !== null) ?? null
}

/** The secret among what was pasted is wrong, or the one value that was. */
function withPastedField({ connect }: Owner, refused: Extract<StepOutcome<never>, { ok: false }>) {
  const fields = pastedFields(connect)
  const field = fields.find(({ type }) => type === 'secret') ?? fields[0]
  const { problem } = refused
  if (!field || problem.failure !== 'unauthorized' || problem.attribute !== undefined) return refused
  return { ok: false as const, problem: { ...problem, attribute: field.slug } }
}
