import type { FieldOption } from '../../contract/connections/service.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { toId } from '../format/answer-place.ts'
import { protocolProblem } from '../format/http/send-request.ts'
import type { AskOptions } from '../format/service-code.ts'
import { sendIfttt, type IftttService } from './ifttt-request.ts'
import { isRecord } from '../../contract/shared/is-record.ts'

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

/** Asks for the options of a field. `path`: of the protocol, such as `/triggers/runs_low/fields/shelf/options`. */
export function iftttOptions(service: IftttService, path: string): AskOptions {
  return async (io) => {
    const sent = await sendIfttt(service, { method: 'POST', path, body: {} }, io)
    if (!sent.ok) return sent
    const options = readIftttOptions(parseJson(await sent.value.text()))
    return options ? { ok: true, value: options } : protocolProblem(service, sent.value.status)
  }
}
