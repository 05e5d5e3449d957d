import { ME_AND_RULES, RECOMMENDED_APPLETS, RENAME_APPLET, UPDATE_APPLET, type Operation } from './graphql-documents.ts'
import { ABANDONED_CHECKOUT, UPGRADE_TO_PRO_PLUS } from './purchase-documents.ts'

/** All documents of §7. With GRAPHQL_PERSISTED_ONLY set, the Worker answers no others. */
export const OPERATIONS: readonly Operation<unknown, unknown>[] = [
  RECOMMENDED_APPLETS,
  RENAME_APPLET,
  ABANDONED_CHECKOUT,
  UPGRADE_TO_PRO_PLUS,
  ME_AND_RULES,
  UPDATE_APPLET,
]
