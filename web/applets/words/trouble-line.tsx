import type { AppletTrouble } from '../../../worker/contract/applets/applet-trouble.ts'
import { troubleInWords, type TroubledApplet } from './trouble-words.ts'

/** What is wrong with an Applet, with the link that repairs it: the same on its card and on its page. */
export function TroubleLine({ trouble, applet }: { trouble: AppletTrouble; applet: TroubledApplet }) {
  const { says, repair } = troubleInWords(trouble, applet)
  return (
    <>
      {says}
      {repair ? (
        <>
          {' '}
          <a href={repair.href}>{repair.label}</a>
        </>
      ) : null}
    </>
  )
}
