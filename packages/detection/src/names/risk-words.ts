/**
 * Words that impersonators add to a brand, with their weight in points of 100.
 *
 * Collected manually from public reports on phishing kits and scam campaigns: sign-in, checks and alarms, money and delivery, crypto lures,
 * gifts, support desks; English first, then French, Spanish, Portuguese, German and Italian.
 */
const weights: Record<number, string> = {
  16: `login signin logon verify verification verified secure security wallet airdrop claim unlock recovery recover
    restore validate validation authenticate authentication suspended locked unlocked giveaway nitro seed phrase
    walletconnect billing refund kyc airdrops claims rewards webscr signon resolve reactivate reactivation confirm
    confirmation appeal banned helpdesk ticket tracking redelivery reschedule customs webmail dapp dapps presale`,
  12: `account accounts accout support update updates service services customer alert alerts bonus reward promo gift gifts
    free token tokens swap stake staking migrate migration bridge connect sync id ids auth access password pass user
    users client clients help helpcenter care center centre official online portal pay payment payments card cards
    parcel package packages delivery track shipment post invoice notification notifications notice member members
    activate activation upgrade hack hacker premium followers unblock mail email inbox session manage manager myaccount
    find findmy location locate lost device devices iphone ipad imei apps app apk download mobile web www ww www1 www2
    com net org co uk us jp fr au br ca cn ru gov sms otp code codes mfa sso oauth redirect link links click go get
    my en de es info int intl exchange trade trading invest investment finance bank banking crypto coin btc eth nft
    nfts mint minting claimable defi v2 v3 beta launch event events winner win prize lottery survey vote badge
    copyright violation form forms meeting docs document documents file files share shared view viewer pdf voice
    office cloud admin server team teams desk store shop sale sales discount deal deals coupon`,
  10: `compte connexion securite suivi livraison colis paiement facture client espace assistance remboursement cuenta
    acceso seguro seguridad verificar entrega pedido pago conta acesso seguranca atualizacao fatura cartao pontos
    cliente atendimento konto anmeldung sicherheit paket zustellung rechnung bestatigen accedi sicurezza conto servizio
    poste banco particuliers entreprise mise jour ayuda soporte ingresar`,
}

function readWeights(): ReadonlyMap<string, number> {
  const map = new Map<string, number>()
  for (const [points, words] of Object.entries(weights)) {
    for (const word of words.split(/\s+/)) if (!map.has(word)) map.set(word, Number(points))
  }
  return map
}

/** Risk words, each with its weight in points, 10 to 16. */
export const riskWords: ReadonlyMap<string, number> = readWeights()
