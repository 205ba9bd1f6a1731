import type { DemoCompany } from '../companies/demo-companies.ts'

/** The products of the touts in one industry, and their texts. `{Name}` and `{word}` are replaced by the company's own. */
export interface ToutTrade {
  /** The products, used as the category of the record, with their frequency. */
  goods: Readonly<Record<string, number>>
  sellers: readonly string[]
  offers: readonly string[]
  /** On which terms tickets are sold; `{price}`, `{faceValue}`, `{n}` and `{percent}` are drawn. */
  terms: readonly string[]
  /** What the programs do. */
  programs: readonly string[]
  tools: readonly string[]
  videos: readonly string[]
  pages: readonly string[]
  posts: readonly string[]
  repositories: readonly string[]
  agencies: readonly string[]
  /** Words in host names other than the company's. */
  hostWords: readonly string[]
}

const rail: ToutTrade = {
  goods: { 'E-tickets': 5, 'Priority quota': 4, 'Group bookings': 3, 'Season passes': 2, 'Waiting list': 2 },
  sellers: [
    '{Name} Tickets 24x7',
    '{Name} Confirmed Berths',
    '{Name} Priority Booking',
    '{Name} E-Ticket Counter',
    'Fast {Name} Agents',
    '{Name} Seat Exchange',
    '{Name} Last Minute Seats',
    'Cheap {Name} Passes',
    '{Name} Group Booking Desk',
    '{Name} Waitlist Clearing',
    'Book {Name} First',
    '{Name} Holiday Quota',
  ],
  offers: [
    '{Name}: confirmed seats even when sold out, pay after the journey code arrives',
    'Priority quota for {Name} opens at ten, our software books in four seconds. Slots left for tomorrow',
    '{Name} e-tickets on personal accounts, any train, 30 % over the fare',
    'Need twenty berths on one {Name} train? Bulk booking every day, names can be changed',
    'Agents wanted: we give you ready {Name} accounts, you give us passengers',
    '{Name} season pass shared between four people, ask for the login',
    'Waiting list on {Name}? We move you up, money back if it does not clear',
  ],
  terms: [
    '{price} EUR instead of {faceValue} EUR.',
    '{percent}% over the fare.',
    '{n} tickets left for the holidays.',
    'Sold out everywhere, not with us.',
    'Names can be changed, many accounts.',
    'Our bot books before anyone else.',
    'Pay half in advance.',
    'Confirmed seats, no queue.',
    'Agents welcome.',
  ],
  programs: [
    'Fills in the passengers and solves captchas.',
    'Books tickets with many accounts.',
    'Skips the waiting room.',
    'Buys returned tickets automatically.',
    'Finds seats on sold-out trains.',
    'Try it for free, the licence has a fee.',
    'Made for ticket agents.',
  ],
  tools: [
    '{Name} Autofill',
    '{Name} Quick Book',
    '{Name} Queue Jumper',
    'TurboTicket for {Name}',
    '{Name} Form Filler Pro',
    'Seat Grabber {Name}',
    '{Name} Captcha Helper',
  ],
  videos: [
    'Book {Name} priority seats in 5 seconds (works)',
    'How agents get {Name} tickets when everything is full',
    '{Name} autofill extension, set up in two minutes',
    'Earn from home: {Name} e-ticket agency without a licence',
    '{Name} bulk booking with one account',
  ],
  pages: [
    '{Name} tickets, every train, agents welcome',
    'Confirmed {Name} seats at short notice',
    '{Name} e-ticket service, no queue',
    'Sell your {Name} ticket here',
    '{Name} group travel without waiting',
  ],
  posts: [
    '{Name} booking accounts, verified, 50 or more',
    'Source of a {Name} booking bot, solves captchas',
    '{Name} priority quota panel, rent by the week',
    'Prepaid cards that work at {Name} checkout',
  ],
  repositories: [
    '{word}-seat-bot',
    '{word}-autobook',
    '{word}-priority-script',
    '{word}-captcha-solver',
    '{word}-waitlist-watcher',
  ],
  agencies: ['{Name} Ticket Agency', '{Name} Reservation Point', '{Name} Travel Counter', '{Name} E-Ticket Shop'],
  hostWords: ['tickets', 'seats', 'fastbook', 'agent', 'quota', 'berths', 'passes', 'counter'],
}

const lottery: ToutTrade = {
  goods: { 'Ticket resale': 5, Tips: 4, Syndicates: 3, 'Claimed winnings': 2, Subscriptions: 1 },
  sellers: [
    '{Name} Ticket Shop',
    '{Name} Tickets Abroad',
    '{Name} Sure Numbers',
    '{Name} Tips VIP',
    '{Name} Jackpot Club',
    '{Name} Syndicate Seats',
    'Winning {Name} Formula',
    '{Name} Tickets by Post',
    '{Name} Draw Predictions',
    'Lucky {Name} Agent',
    '{Name} Scratchcard Resale',
    '{Name} Midnight Tickets',
  ],
  offers: [
    'Play {Name} from any country, we buy your ticket and keep it for you. Service fee 40 %',
    '{Name}: six sure numbers for Saturday, proof of last week inside, pay half now',
    'Last shares in our {Name} syndicate, guaranteed place for the big draw',
    '{Name} scratchcards resold by the box, unopened, discreet post',
    'We cash your {Name} prize without questions, 15 % for us',
    'Formula for {Name} that the company does not want you to know, monthly tips',
    '{Name} tickets after the counter closes, same numbers, same draw',
  ],
  terms: [
    '{price} EUR instead of {faceValue} EUR.',
    '{percent}% over the print price.',
    'Bundles of {n} tickets.',
    'Fee of 20 EUR, paid first.',
    'Sure numbers for the next draw.',
    'Pay in advance, crypto accepted.',
    'Tickets for players abroad.',
    'Delivered to your home.',
    'Booked with many accounts.',
  ],
  programs: [
    'Buys tickets automatically.',
    'Plays with many accounts.',
    'Picks sure numbers.',
    'The formula never fails.',
    'Guaranteed numbers for subscribers, for a fee.',
    'Try it for free.',
  ],
  tools: [
    '{Name} Number Picker Pro',
    '{Name} Ticket Filler',
    'Sure Numbers for {Name}',
    '{Name} Draw Analyser',
    '{Name} Queue Helper',
    'Shared Play {Name}',
  ],
  videos: [
    '{Name} numbers for this week (tested)',
    'I bought {Name} tickets from abroad, here is how',
    'The {Name} formula explained, link below',
    'Join our {Name} syndicate before Friday',
    'How to resell {Name} scratchcards',
  ],
  pages: [
    '{Name} tickets for players abroad',
    'Sure {Name} numbers, monthly',
    'Shares in {Name} syndicates',
    '{Name} tickets after closing time',
    'We buy and sell {Name} tickets',
  ],
  posts: [
    '{Name} player accounts with balance',
    'Printed {Name} tickets, pass the scanner at small shops',
    '{Name} retailer terminal login, one week',
    'List of {Name} winners, fresh',
  ],
  repositories: ['{word}-ticket-bot', '{word}-number-predictor', '{word}-bulk-player', '{word}-draw-scraper'],
  agencies: ['{Name} Ticket Kiosk', '{Name} Lucky Corner', '{Name} Tips Office', '{Name} Ticket Resale'],
  hostWords: ['tickets', 'tips', 'numbers', 'syndicate', 'jackpot', 'resale', 'draws', 'agent'],
}

/** The industries that have touts. */
export const toutTrades: Partial<Record<DemoCompany['trade'], ToutTrade>> = { rail, lottery }
