import type { Brand } from '@signet/contract/companies/brands'
import type { StoredConfig } from '@signet/contract/companies/onboarding'
import type { Module } from '@signet/contract/route'
import { hostSources, threatSources, type ThreatSource } from '@signet/contract/threats/sources'

/** A company of the demo. All are invented, except for the one whose brands are matched with the bundled real feed. */
export interface DemoCompany {
  key: string
  name: string
  /** Its industry, which selects the texts about it. */
  trade: 'bank' | 'rail' | 'lottery' | 'crypto'
  /**
   * A word that only this company uses: it is in every title, note, subdomain, file and user name of its data, so that a leak between
   * companies is visible.
   */
  word: string
  /** Its own domain, with a reserved suffix (RFC 2606). */
  domain: string
  brands: readonly Brand[]
  modules: Partial<Record<Module, boolean>>
  threatSources: readonly ThreatSource[]
  /** Its portal configuration. */
  config: StoredConfig
  /** Whether its records are invented; otherwise they come from the bundled feed. */
  isInvented: boolean
}

const contactsPage = `## 24-hour hotline
Call the fraud team of **Meridian Bank** at any time:

[+1 555 0142](tel:+15550142)

## What we need from you
- the name or address you saw
- when you saw it, and who reported it
- whether a customer has lost money

## What happens next
1. The fraud team and Signet's reviewers decide whether it is a threat.
2. The reviewers open a [takedown](/takedown) and notify the provider.
3. You can follow every step in [Takedowns](/takedown).

The bank's trade marks and who can use them: [brand guide](https://brand.meridianbank.example/).`

export const meridianBank: DemoCompany = {
  key: 'meridian-bank',
  name: 'Meridian Bank',
  trade: 'bank',
  word: 'meridian',
  domain: 'meridianbank.example',
  brands: [
    {
      id: 'meridian-bank',
      name: 'Meridian Bank',
      aliases: ['meridianbank', 'meridian'],
      official: ['meridianbank.example'],
    },
    { id: 'meridian-pay', name: 'MeridianPay', aliases: ['meridianpay'], official: ['meridianpay.example'] },
  ],
  modules: { leaks: true, news: true, kmp: true },
  threatSources,
  config: {
    pages: [
      { pageRoute: 'events', pageName: 'Events' },
      { pageRoute: 'pages/contacts', pageName: 'Contacts', content: contactsPage },
    ],
    addThreats: true,
  },
  isInvented: true,
}

/** Sells railway tickets: it has touts, and reviewers who see them. */
export const kestrelRail: DemoCompany = {
  key: 'kestrel-rail',
  name: 'Kestrel Rail',
  trade: 'rail',
  word: 'kestrel',
  domain: 'kestrelrail.example',
  brands: [
    {
      id: 'kestrel-rail',
      name: 'Kestrel Rail',
      aliases: ['kestrelrail', 'kestrel'],
      official: ['kestrelrail.example'],
    },
    { id: 'kestrel-go', name: 'KestrelGo', aliases: ['kestrelgo'], official: ['kestrelgo.example'] },
  ],
  modules: { touts: true, leaks: true, news: true },
  threatSources,
  config: { qaNavigation: 'touts' },
  isInvented: true,
}

/** Runs a lottery. */
export const larkspurLottery: DemoCompany = {
  key: 'larkspur-lottery',
  name: 'Larkspur Lottery',
  trade: 'lottery',
  word: 'larkspur',
  domain: 'larkspurlottery.example',
  brands: [
    {
      id: 'larkspur-lottery',
      name: 'Larkspur Lottery',
      aliases: ['larkspurlottery', 'larkspur'],
      official: ['larkspurlottery.example'],
    },
    { id: 'larkspur-play', name: 'LarkspurPlay', aliases: ['larkspurplay'], official: ['larkspurplay.example'] },
  ],
  modules: { touts: true, leaks: true, news: true },
  threatSources,
  config: { navigation: 'lottery', homeRoute: '/lottery/home' },
  isInvented: true,
}

/** Real brands with their real official domains, so that the bundled feed produces real threats. */
const publicFeedWatch: DemoCompany = {
  key: 'public-feed-watch',
  name: 'Public feed watch',
  trade: 'crypto',
  word: 'feedwatch',
  domain: 'feedwatch.example',
  brands: [
    { id: 'coinbase', name: 'Coinbase', aliases: ['coinbase'], official: ['coinbase.com', 'coinbase.org', 'base.org'] },
    {
      id: 'binance',
      name: 'Binance',
      aliases: ['binance'],
      official: ['binance.com', 'binance.us', 'binance.org', 'bnbchain.org'],
    },
    {
      id: 'metamask',
      name: 'MetaMask',
      aliases: ['metamask'],
      official: ['metamask.io', 'consensys.io', 'consensys.net'],
    },
    { id: 'uniswap', name: 'Uniswap', aliases: ['uniswap'], official: ['uniswap.org', 'unichain.org'] },
    {
      id: 'ledger',
      name: 'Ledger',
      aliases: ['ledger', 'ledgerlive', 'ledgerwallet'],
      official: ['ledger.com', 'ledgerwallet.com'],
    },
  ],
  modules: {},
  config: {},
  threatSources: [...hostSources],
  isInvented: false,
}

export const demoCompanies = [meridianBank, kestrelRail, larkspurLottery, publicFeedWatch] as const
