import { ACTIVITY_KEPT, CLOSED_REPORTS_KEPT, SECURITY_EVENTS_KEPT } from '../../../worker/contract/limits.ts'
import { useSite } from '../site-context.tsx'
import { LegalText, type LegalSection } from './legal-text.tsx'
import { PLANS, SOLD_PLANS } from '../../../worker/contract/tiers.ts'
import { DAY } from '../../../worker/contract/shared/durations.ts'

const OFFERED = (['free', ...SOLD_PLANS] as const).map((tier) => PLANS[tier])
const LIST = new Intl.ListFormat('en-US')
const KEPT_FOR = LIST.format(OFFERED.map(({ name, kept_runs }) => `${kept_runs.days} days on ${name}`))
const KEPT_MEGABYTES = LIST.format(OFFERED.map(({ kept_runs }) => kept_runs.megabytes.toLocaleString('en-US')))

/** The section in which the language model is named, where there is one. */
const RECEIVERS = 'Who else receives data'

const SECTIONS: readonly LegalSection[] = [
  { title: 'Who is responsible' },
  {
    title: 'What is stored',
    facts: [
      'Your email address, your user name, the Applets you set up with their settings, a log of what happened with them, and their runs.',
      'For your safety: sign-ins and changes of your account, each with its time, the kind of device and the country.',
      'If you turn on two-step sign-in: that it is on, and hashes of your recovery codes, until you turn it off.',
      'If you report an Applet: your reason and what you wrote, with a keyed hash in place of your name or address.',
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
    facts: [
      'Cookies keep you signed in, hold a sign-in for ten minutes until its second step, protect forms, remember your time zone, recognize for a year the browsers that you have signed in with, and carry messages from page to page.',
    ],
  },
  { title: RECEIVERS },
  {
    title: 'How long it is kept',
    facts: [
      `We delete Applet activity after ${ACTIVITY_KEPT / DAY} days, and sign-ins and changes of your account after ${SECURITY_EVENTS_KEPT / DAY}.`,
      `We delete a report ${CLOSED_REPORTS_KEPT / DAY} days after it was closed.`,
      `Of each run we keep what started it, what each step was sent and answered, and how it ended: ${KEPT_FOR}, and at most ${KEPT_MEGABYTES} MB. When that is full, the oldest contents go first.`,
      'When you delete your account, everything is paused for seven days and then deleted. We keep invoices as the law asks, the list of sign-ins for 90 days, and keyed hashes of your address and cards if you had a free trial, so that nobody gets a second one.',
      "With “Don't keep contents” on an Applet's page, what started a run and what was sent is blanked when the run ends.",
    ],
  },
  {
    title: 'Your rights',
    facts: [
      'Under Account in your settings you can download what we keep about you, change it, and delete your account.',
    ],
  },
  { title: 'Contact' },
]

/** /privacy. */
export function Page() {
  const { sentences_read_by: reader } = useSite()
  const facts = reader && [
    `When you describe an Applet in a sentence, a language model at ${reader} reads it, with your time zone and the names of the services that you connected, and nothing else of you.`,
  ]
  const sections = SECTIONS.map((section) => (section.title === RECEIVERS && facts ? { ...section, facts } : section))
  return <LegalText title="Privacy" sections={sections} />
}
