import { parseJson } from '../../contract/shared/parse-json.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AddedService } from '../../contract/services/service-file.ts'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { readSealedServiceKey, upsertServiceFile } from '../../db/services/added-service-files.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'
import { startTask } from '../../system/start-task.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { sealServiceKey } from '../../system/secrets/service-key.ts'
import { catalogRows } from '../catalog/catalog-rows.ts'
import { savedService } from '../known-services.ts'

/**
 * Adds a service to the running site, or changes one that was added: its file, its rows in the catalog and the line in
 * the operators' log are one batch. Runners with programs that use it are told then, a portion at a time. Throws
 * `not_signed_in`, `not_found` for all but operators, `proof_required`, `invalid_input` with an error for each place of
 * the file that is wrong, such as `triggers.0.request`.
 */
export async function saveServiceFile(
  ctx: Ctx,
  input: { file: string; service_key?: string | undefined },
): Promise<AddedService> {
  const operator = await requireProvenOperator(ctx)
  const document = parseJson(input.file)
  if (document === undefined) throw wrong([{ attribute: 'file', message: SENTENCES.service_file_not_json }])
  const checked = await ctx.serviceChecker.checkServiceFile(document, ctx.settings.SERVICE_HOSTS)
  if (checked.kind === 'wrong') {
    throw wrong(checked.problems.map(({ path, message }) => ({ attribute: path.join('.') || 'file', message })))
  }
  const definition = savedService(checked.document)
  const { id: module_name, name } = definition
  const [file, updated_at] = [JSON.stringify(checked.document), ctx.now()]
  const key = definition.transport === 'ifttt' ? await keyColumns(ctx, module_name, input.service_key) : {}
  const catalog = catalogRows([definition], ctx.settings.SERVICE_ADDRESSES, OTHER_ICON)
  const version = await upsertServiceFile(ctx, operator, { module_name, file, ...key, updated_at }, catalog)
  await startTask(ctx, 'runners')
  return { module_name, name, version, updated_at }
}

/** A key that was not given again stays as it is. Throws `invalid_input` on `service_key` where there is none yet. */
async function keyColumns({ db, settings }: Ctx, module_name: string, given: string | undefined) {
  if (given)
    return {
      service_key: await sealServiceKey(settings.TOKEN_KEYS, module_name, given),
      service_key_hash: await sha256(given),
    }
  if (!(await readSealedServiceKey(db, module_name)))
    throw wrong([{ attribute: 'service_key', message: SENTENCES.ifttt_key_missing }])
  return {}
}

/** Its own icon comes with a deployment. */
const OTHER_ICON = 'other'

function wrong(errors: FieldError[]): AppError {
  return new AppError('invalid_input', { errors })
}
