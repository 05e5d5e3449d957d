import { askUsersPath } from '../../../worker/contract/drafts/draft-addresses.ts'
import type { Publication } from '../../../worker/contract/applets/publication.ts'
import '../../ui/notice.css'

/** Which fields are the same for everyone, and which each user fills in. */
export function PublicationFields({ publication: { applet, fixed, asked } }: { publication: Publication }) {
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <h3>The same for everyone</h3>
      {fixed.length === 0 ? (
        <p className="quiet-text">You have not filled in anything for others.</p>
      ) : (
        <>
          <p className="quiet-text">Others run the Applet with these values of yours.</p>
          <dl>
            {fixed.map(({ key, step_name, label, value, of_account }) => (
              <div key={key}>
                <dt>
                  {label} <span className="quiet-text">{step_name}</span>
                </dt>
                <dd>{value}</dd>
                {of_account ? <dd className="quiet-text">From your account. Others may not have it.</dd> : null}
              </div>
            ))}
          </dl>
          {fixed.some(({ of_account }) => of_account) ? (
            <p className="notice-box">
              Turn on “Ask each user” for what is in your account, so that it works for others.{' '}
              <a href={askUsersPath(applet)}>Edit the Applet</a>
            </p>
          ) : null}
        </>
      )}
      <h3>Each user fills in</h3>
      {asked.length === 0 ? (
        <p className="quiet-text">Nothing: people turn it on at once.</p>
      ) : (
        <ul>
          {asked.map(({ key, label, step_name }) => (
            <li key={key}>
              {label} <span className="quiet-text">{step_name}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
