import { accountPaths } from './account-paths.ts'
import { appletPaths } from './applet-paths.ts'
import { backgroundPaths } from './background-paths.ts'
import { billingPaths } from './billing-paths.ts'
import { draftPaths } from './draft-paths.ts'
import { operatorPaths } from './operator-paths.ts'
import type { Path } from './path.ts'
import { publicPaths } from './public-paths.ts'
import { runPaths } from './run-paths.ts'

/** Every path of the Worker, in an order in which each finds what it needs. */
export const ALL_PATHS: readonly Path[] = [
  ...publicPaths,
  ...accountPaths,
  ...appletPaths,
  ...draftPaths,
  ...runPaths,
  ...billingPaths,
  ...operatorPaths,
  ...backgroundPaths,
]
