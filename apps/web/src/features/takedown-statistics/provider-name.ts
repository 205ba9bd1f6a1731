import { abuseReportServices } from '@signet/contract/takedowns/abuse-report-services'

/** The platforms that notices go to, by the domain of their form or address. Their names are the same in every language. */
const platforms: Readonly<Record<string, string>> = {
  'apple.com': 'Apple',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'google.com': 'Google',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'microsoft.com': 'Microsoft',
  'netbeacon.org': 'NetBeacon',
  'reddit.com': 'Reddit',
  'telegram.org': 'Telegram',
  'tiktok.com': 'TikTok',
  'whatsapp.com': 'WhatsApp',
  'x.com': 'X',
  'youtube.com': 'YouTube',
}
const services = Object.values(abuseReportServices).map(({ domain, label }) => [domain, label] as const)
const names = new Map([...Object.entries(platforms), ...services])
const sameName = (key: string) => [...names.values()].find((name) => name.toLowerCase() === key)

/** The name of a notified provider by its key, a domain or the recipient in lower case; else that of its contact, or the key. */
export const providerName = (key: string, contact?: string): string => names.get(key) ?? sameName(key) ?? contact ?? key
