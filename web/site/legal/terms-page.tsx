import { LegalText, type LegalSection } from './legal-text.tsx'

const SECTIONS: readonly LegalSection[] = [
  { title: 'Who we are' },
  { title: 'Your account' },
  { title: 'What you may use it for' },
  {
    title: 'Plans, prices and renewal',
    facts: [
      'The price and the day of the next charge are shown before you pay. A paid plan renews every month or every year at that price until you cancel it.',
      'Each person gets one free trial. If you do not cancel before it ends, the first payment is taken on the day shown to you.',
    ],
  },
  {
    title: 'Canceling and refunds',
    facts: [
      'You can cancel at any time on the billing page of your settings. You keep the plan until the end of the paid period, and pay nothing more.',
      'A change to a smaller plan, or between monthly and yearly, begins when your paid period ends, so that no paid time is lost. If you have credit for paid time that you did not use, it pays your next payments. When your plan ends, we refund what is left of it to the cards that paid.',
      'If you delete your account, your plan ends with it after seven days. We then refund the time of a yearly plan that you did not use. What is left of a paid month is not refunded.',
      'Credit that we gave you as a promotion or a gift is not paid out. It stays for later payments.',
      'A refund takes as long as your bank needs, usually 5 to 10 business days. The billing page and the receipt show it.',
      'Applets that the free plan does not allow, or has no room for, are then paused. They are not deleted.',
    ],
  },
  { title: 'Third-party services' },
  { title: 'Liability' },
  { title: 'Changes to these terms' },
  { title: 'Law and disputes' },
]

/** /terms. */
export function Page() {
  return <LegalText title="Terms of use" sections={SECTIONS} />
}
