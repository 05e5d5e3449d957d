import { createContext, useContext } from 'react'
import type { SiteSettings } from '../../worker/contract/site.ts'

const SiteContext = createContext<SiteSettings | null>(null)
export const SiteProvider = SiteContext.Provider

/** The operator's settings that pages may show: product name, support address. */
export function useSite(): SiteSettings {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite needs a SiteProvider above it.')
  return site
}
