import type { FieldDefinition, RequestFile } from '../../../../worker/services/format/service-definition.ts'

/** Whether people write JSON in this field, which another text is not. */
export function isParsed({ slug }: FieldDefinition, request: RequestFile | undefined): boolean {
  return JSON.stringify(request ?? {}).includes(`"$parse":"{{fields.${slug}}}"`)
}
