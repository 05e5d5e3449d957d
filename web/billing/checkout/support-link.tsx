import { useSite } from '../../site/site-context.tsx'

/** For pages without a form, where the help prompt of §2.3 does not fit. */
export function SupportLink() {
  const { support_url } = useSite()
  return support_url ? (
    <p className="help">
      <a href={support_url}>Contact support</a>
    </p>
  ) : null
}
