import type { Ctx } from '../../system/context/context.ts'
import { makerPath } from '../../contract/addresses.ts'
import type { MakerKeyResponse } from '../../contract/hooks/hook-response.ts'
import { setMakerKey } from '../../db/users/users.ts'
import { ensureRunner, deferSync } from '../runner-sync/sync-runner.ts'
import { newMakerKey, openMakerKey } from '../../system/secrets/hook-key.ts'
import { requireUserRow } from '../../users/session/actor.ts'
import { isProofFresh, refuseStaleProof } from '../../users/session/require-fresh-proof.ts'
import { refuseKey } from './refuse-key.ts'

/**
 * GET /api/maker_key: the user's own key, or null before one was made; hidden unless the user has shown lately that it is
 * them.
 */
export async function readMakerKey(ctx: Ctx): Promise<MakerKeyResponse> {
  const row = await requireUserRow(ctx)
  const hidden = row.maker_key_sealed !== null && !isProofFresh(row, ctx.realNow())
  return { maker_key: hidden ? null : await openKey(ctx, row), hidden }
}

/** GET /api/maker_key/url: the same, never hidden. Throws `proof_required` (403). */
export async function revealMakerKey(ctx: Ctx): Promise<MakerKeyResponse> {
  const row = await requireUserRow(ctx)
  refuseStaleProof(row, ctx.realNow())
  return { maker_key: await openKey(ctx, row), hidden: false }
}

async function openKey(ctx: Ctx, { id, maker_key_sealed }: { id: string; maker_key_sealed: string | null }) {
  const key = maker_key_sealed && (await openMakerKey(ctx, id, maker_key_sealed))
  return key ? shown(ctx, key) : null
}

/**
 * POST /api/maker_key: a new key; the old one stops working at once. Throws `proof_required` (403), `runner_away` (503),
 * with nothing changed, if the user's Runner cannot be told.
 */
export async function makeMakerKey(ctx: Ctx): Promise<MakerKeyResponse> {
  const user = await requireUserRow(ctx)
  refuseStaleProof(user, ctx.realNow())
  const { maker_key_hash } = user
  const runner_id = await ensureRunner(ctx, user.id)
  if (maker_key_hash !== null) await refuseKey(ctx, runner_id, maker_key_hash)
  const { key, columns } = await newMakerKey(ctx, runner_id, user.id)
  await setMakerKey(ctx, user.id, columns)
  deferSync(ctx, user.id)
  return { maker_key: shown(ctx, key), hidden: false }
}

/** The address has a placeholder where the event's name goes. */
function shown({ settings }: Ctx, key: string) {
  return { key, url: settings.SITE_ORIGIN + makerPath('{event}', key) }
}
