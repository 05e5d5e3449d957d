import type { Ctx } from '../../system/context/context.ts'
import { sweepOnce } from './sweep-search.ts'

/** Does what the minute's job does until the index has learned everything. */
export async function completeIndex(databases: Pick<Ctx, 'db' | 'search'>): Promise<void> {
  while ((await sweepOnce(databases)) > 0);
}
