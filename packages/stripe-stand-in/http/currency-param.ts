import { invalidRequest } from '../store/stripe-api-error.ts'
import { formName } from './parse-form.ts'
import { text, type Param } from './params.ts'

/** The currencies that Stripe takes, in the order of its message. */
const CURRENCIES = (
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf ' +
  'clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ' +
  'ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr ' +
  'mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd ' +
  'shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'
).split(' ')

/** A currency in any case, read as lower case. */
export const currencyCode: Param<string> = {
  read(raw, path) {
    const code = text.read(raw, path).toLowerCase()
    if (CURRENCIES.includes(code)) return code
    const message = `Invalid currency: ${code}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`
    throw invalidRequest(message, { param: formName(path) })
  },
}
