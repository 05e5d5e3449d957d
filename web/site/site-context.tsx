import { createContext, useContext } from 'react'
import type { PageSite } from '../../worker/contract/site.ts'

const SiteContext = createContext<PageSite | null>(null)
export const SiteProvider = SiteContext.Provider

/** The operator's settings that pages may show: product name, support address. */
export function useSite(): PageSite {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite needs a SiteProvider above it.')
  return site
}
