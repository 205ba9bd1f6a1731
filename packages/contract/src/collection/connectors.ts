import { keysIn } from '../narrow.ts'
import type { ThreatSource } from '../threats/sources.ts'

/** What accounts with providers consist of. All of it is stored encrypted and never sent back. */
export const credentialNames = ['key', 'token', 'clientId', 'clientSecret', 'accountId', 'baseUrl'] as const
/** One of `credentialNames`. */
export type CredentialName = (typeof credentialNames)[number]

/** What a connector needs, and which source its observations belong to. */
export interface ConnectorInfo {
  label: string
  source: ThreatSource
  /** Required before it can run; empty for a provider without accounts. */
  credentials: readonly CredentialName[]
}

/** The connectors by name: the routes by which the product itself collects from providers. */
export const connectors = {
  appStore: { label: 'App Store', source: 'APK', credentials: [] },
  x: { label: 'X', source: 'Twitter', credentials: ['token'] },
  reddit: { label: 'Reddit', source: 'Reddit', credentials: ['clientId', 'clientSecret'] },
  youtube: { label: 'YouTube', source: 'YouTube', credentials: ['key'] },
  googlePlaces: { label: 'Google Places', source: 'GoogleMaps', credentials: ['key'] },
  github: { label: 'GitHub', source: 'GitHub', credentials: ['token'] },
  ransomwareLive: { label: 'ransomware.live', source: 'DarkWeb', credentials: [] },
  ransomLook: { label: 'RansomLook', source: 'DarkWeb', credentials: [] },
  searxng: { label: 'SearXNG', source: 'DocumentLeaks', credentials: ['baseUrl'] },
  urlscan: { label: 'urlscan.io', source: 'URL', credentials: ['key'] },
  urlhaus: { label: 'URLhaus', source: 'URL', credentials: ['key'] },
  threatFox: { label: 'ThreatFox', source: 'URL', credentials: ['key'] },
  malwareBazaar: { label: 'MalwareBazaar', source: 'APK', credentials: ['key'] },
  misp: { label: 'MISP', source: 'FinancialFraud', credentials: ['baseUrl', 'key'] },
  shodan: { label: 'Shodan', source: 'EASM', credentials: ['key'] },
  instagram: { label: 'Instagram', source: 'Instagram', credentials: ['accountId', 'token'] },
  facebookPages: { label: 'Facebook pages', source: 'FB', credentials: ['token'] },
  metaAds: { label: 'Meta Ad Library', source: 'Advertisements', credentials: ['token'] },
  tiktokAds: { label: 'TikTok ads', source: 'Advertisements', credentials: ['clientId', 'clientSecret'] },
  telegramBot: { label: 'Telegram bot', source: 'Telegram', credentials: ['token'] },
} as const satisfies Record<string, ConnectorInfo>
/** A connector: a key of `connectors`. */
export type ConnectorName = keyof typeof connectors
/** Every connector, in the order of `connectors`. */
export const connectorNames = keysIn(connectors)
