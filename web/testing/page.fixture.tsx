import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { renderToReadableStream } from 'react-dom/server.node'
import type { Me } from '../../worker/contract/accounts/me.ts'
import type { SiteSettings } from '../../worker/contract/site.ts'
import { withAllUpgrades } from '../../worker/contract/tiers.ts'
import { FlashProvider } from '../ui/flash/use-flash.tsx'
import { SiteProvider } from '../site/site-context.tsx'
import { UpgradeModalStore, UpgradeProvider } from '../site/upgrade/store/upgrade-modal-store.ts'
import { SITE } from './site.fixture.ts'

/** For tests: a signed-in user with these fields. */
export function me(fields: Partial<Me> = {}): Me {
  return {
    id: 'usr_1',
    login: 'ada',
    signedIn: true,
    email: 'ada@example.com',
    email_verified: true,
    session_id: 'ses_1',
    csrf_token: 'tok_1',
    code: 'abc',
    segment: null,
    tier: 'free',
    upgrades: withAllUpgrades(fields.tier ?? 'free').upgrades,
    eligible_for_trial: true,
    eligible_trial_period: 7,
    isTrialing: false,
    subscriptionPaymentType: null,
    user_subscriptions: [],
    applet_quota_slots_total: 2,
    applet_quota_slots_remaining: 2,
    available_clients: [],
    unread: 0,
    operator: false,
    created_at: Date.UTC(2026, 10, 20, 23, 30),
    ...fields,
  }
}

/** For tests: the providers around every page. */
export function AroundPage({ children, site }: { children: ReactNode; site?: Partial<SiteSettings> }) {
  return (
    <SiteProvider value={{ ...SITE, ...site }}>
      <FlashProvider>
        <UpgradeProvider value={new UpgradeModalStore()}>{children}</UpgradeProvider>
      </FlashProvider>
    </SiteProvider>
  )
}

/** For tests: the HTML that the edge would send. */
export function htmlOf(page: ReactNode, site: Partial<SiteSettings> = {}): string {
  return renderToStaticMarkup(<AroundPage site={site}>{page}</AroundPage>)
}

/** For tests: the same with its lazy parts. */
export async function wholeHtmlOf(page: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(<AroundPage>{page}</AroundPage>)
  await stream.allReady
  // React separates adjacent texts with empty comments.
  return (await new Response(stream).text()).replaceAll('<!-- -->', '')
}

/** For tests: the <input> of this name. */
export function inputIn(html: string, name: string): string {
  return new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
}
