import { letIntoLists } from '../../db/applets/unlisted-applets.ts'
import { bumpContentVersion } from '../../system/bump-content-version.ts'
import type { Ctx } from '../../system/context/context.ts'

const LISTED_AT_ONCE = 200

/** Lets new authors' Applets into lists whose time came by `before` (ms). Returns whether more are left. */
export async function listDueApplets(ctx: Ctx, before: number): Promise<boolean> {
  const listed = await letIntoLists(ctx, before, LISTED_AT_ONCE)
  if (listed > 0) await bumpContentVersion(ctx)
  return listed === LISTED_AT_ONCE
}
