import type { ErrorsFile, ServiceDefinition, StepFile } from '../../../../worker/services/format/service-definition.ts'
import { writePlace } from './write-place.ts'

/** An answer of the service that says that the account is over; null where its file declares none. */
export function goneAnswer(definition: ServiceDefinition, step?: StepFile): { status: number; body: string } | null {
  const { connect, errors = [], triggers = [], queries = [], actions = [] } = definition
  const account = connect.kind === 'none' ? [] : (connect.account?.errors ?? [])
  const steps = step ? [step] : [...triggers, ...queries, ...actions]
  const declared = [...errors, ...steps.flatMap((each) => each.errors ?? []), ...(step ? [] : account)]
  const gone = declared.find(({ as }) => as === 'gone')
  return gone ? declaredAnswer(gone) : null
}

/** An answer that is what the file declares. */
function declaredAnswer({ status, at, is, text }: ErrorsFile[number]): { status: number; body: string } {
  const [first = 200] = [status ?? []].flat()
  const [said = 'It is gone.'] = [text ?? []].flat()
  const [value = said] = [is ?? []].flat()
  const body = at === undefined ? { message: said } : writePlace({ message: said }, at, value)
  return { status: first, body: JSON.stringify(body) }
}
