import { contactsIn } from '@signet/detection'

/**
 * The payment accounts in a text and in QR codes, such as `upi://pay?pa=name@bank`: payment addresses of UPI, IBANs and wallets whose check
 * digits are right. Each once, as written.
 */
export function paymentAccountsIn(text: string, codes: readonly string[]): string[] {
  const { upis, ibans, wallets } = contactsIn([text, ...codes.map(payeeIn)].join('\n'))
  return [...new Set([...upis, ...ibans, ...wallets])]
}

const payeeIn = (code: string) => (/^upi:/i.test(code) ? (URL.parse(code)?.searchParams.get('pa') ?? '') : code)
