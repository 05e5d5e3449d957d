import { ACTIVITY_KEPT } from '../../worker/contract/limits.ts'
import { LegalText, type LegalSection } from './legal-text.tsx'
import { DAY } from '../../worker/contract/shared/durations.ts'

const SECTIONS: readonly LegalSection[] = [
  { title: 'Who is responsible' },
  {
    title: 'What is stored',
    facts: [
      'Your email address, your user name, the Applets you set up with their settings, and a log of what happened with them.',
      'Access to the services that you connect is stored encrypted, and is removed when you disconnect them.',
    ],
  },
  {
    title: 'Payments',
    facts: [
      'Card details go straight to Stripe and never reach our servers. We keep your plan and Stripe customer ID; the brand, last four digits and expiry of your card are read from Stripe when you look at them.',
    ],
  },
  {
    title: 'Cookies',
    facts: ['Cookies keep you signed in, protect forms, remember your time zone and carry messages from page to page.'],
  },
  { title: 'Who else receives data' },
  {
    title: 'How long it is kept',
    facts: [`We delete Applet activity after ${ACTIVITY_KEPT / DAY} days.`],
  },
  { title: 'Your rights' },
  { title: 'Contact' },
]

/** /privacy (§D3.1). */
export function Page() {
  return <LegalText title="Privacy" sections={SECTIONS} />
}
