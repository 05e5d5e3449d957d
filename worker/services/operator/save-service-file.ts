import { parseJson } from '../../contract/shared/parse-json.ts'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { AddedService } from '../../contract/services/service-file.ts'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { operator_log } from '../../db/schema/operator.ts'
import { service_files } from '../../db/schema/service-files.ts'
import { changeRow } from '../../db/operator-change-row.ts'
import { readSealedServiceKey } from '../../db/services/added-service-files.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'
import { startTask } from '../../system/start-task.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { sealServiceKey } from '../../system/secrets/service-key.ts'
import { catalogRows } from '../catalog/catalog-rows.ts'
import { catalogSql } from '../catalog/catalog-sql.ts'
import { whyRefused } from '../../system/outbound/guarded-fetch.ts'
import { readServiceJson } from '../format/json/read-service-json.ts'
import { isManifest, readManifest } from '../ifttt/import/read-manifest.ts'
import { serviceDefinitions } from '../service-registry.ts'

/**
 * Adds a service to the running site, or changes one that was added: its file, its rows in the catalog and the line in
 * the operators' log are one batch. Runners with programs that use it are told then, a portion at a time. Throws `not_signed_in`, `not_found` for all but operators, `proof_required`,
 * `invalid_input` with an error for each place of the file that is wrong, such as `triggers.0.request`.
 */
export async function saveServiceFile(
  ctx: Ctx,
  input: { file: string; service_key?: string | undefined },
): Promise<AddedService> {
  const operator = await requireProvenOperator(ctx)
  const document = parseJson(input.file)
  if (document === undefined) throw wrong([{ attribute: 'file', message: SENTENCES.service_file_not_json }])
  const refusal = (address: string) => whyRefused(address, ctx.settings)
  const around = { taken: serviceDefinitions, allowed_hosts: ctx.settings.SERVICE_HOSTS, refusal }
  const read = isManifest(document) ? readManifest(document, around) : await readServiceJson(document, around)
  if (read.kind === 'wrong') {
    throw wrong(read.problems.map(({ path, message }) => ({ attribute: path.join('.') || 'file', message })))
  }
  const { module_name, name } = read.definition
  const [file, updated_at] = [JSON.stringify(document), ctx.now()]
  const own = eq(service_files.module_name, module_name)
  const key = read.definition.transport === 'ifttt' ? await keyColumns(ctx, module_name, input.service_key) : {}
  const statements = catalogSql(catalogRows([read.definition], ctx.settings.SERVICE_ADDRESSES, OTHER_ICON))
  const [, [saved]] = await ctx.db.batch([
    ctx.db.insert(operator_log).values({
      ...changeRow(ctx, operator, {
        action: 'save_service',
        subject: module_name,
        before: {},
        after: {},
        outcome: 'done',
      }),
      before: sql`coalesce((${ctx.db.select({ file: service_files.file }).from(service_files).where(own)}), 'null')`,
      after: file,
    }),
    ctx.db
      .insert(service_files)
      .values({ module_name, file, ...key, updated_at })
      .onConflictDoUpdate({
        target: service_files.module_name,
        set: { file, ...key, version: sql`${service_files.version} + 1`, updated_at },
      })
      .returning({ version: service_files.version }),
    ...statements.map((text) => ctx.db.run(sql.raw(text))),
  ])
  await startTask(ctx, 'runners')
  return { module_name, name, version: saved?.version ?? 1, updated_at }
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
