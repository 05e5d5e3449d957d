import type { FieldOption } from '../../contract/connections/service.ts'
import { toId } from '../format/answer-path.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { ServiceDefinition } from '../format/service-definition.ts'
import { IFTTT_BASE, isRecord, sendIfttt } from './ifttt-request.ts'

/**
 * The options of a field in the protocol's form: `{label, value}`, or one level of groups `{label, values}`. Null where
 * `data` is not a list; what is not an option is left out.
 */
export function readIftttOptions(answer: unknown): FieldOption[] | null {
  const data = isRecord(answer) ? answer['data'] : null
  if (!Array.isArray(data)) return null
  return data.flatMap((each: unknown) => {
    if (!isRecord(each)) return []
    const { label, values } = each
    if (!Array.isArray(values)) return readOption(each)
    const group = toId(label)
    return values.flatMap((one: unknown) =>
      isRecord(one) ? readOption(one).map((option) => (group === null ? option : { ...option, group })) : [],
    )
  })
}

function readOption({ label, value }: Record<string, unknown>): FieldOption[] {
  const [text, id] = [toId(label), toId(value)]
  return text === null || id === null ? [] : [{ label: text, value: id }]
}

/** Asks for the options at the complete address that the catalog has. */
export function sendForOptions(
  { name, connect }: Pick<ServiceDefinition, 'name' | 'connect'>,
  address: string,
  io: StepIo,
): Promise<StepOutcome<Response>> {
  const at = address.indexOf(IFTTT_BASE)
  const call = { method: 'POST', path: address.slice(at + IFTTT_BASE.length), body: {} } as const
  return sendIfttt({ name, signs_in: connect.kind !== 'none' }, call, { ...io, base_url: address.slice(0, at) })
}
