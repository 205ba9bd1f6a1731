// Written by `npm run eval:domains -- --fit`; manual changes are lost at the next fit.

import type { Weights } from './score.ts'

/** By the first part of its key: the rest of each key and its points of 100. */
const groups = {
  brand: `
    near 5.9
  `,
  digits: `
    few -11.5 many 10.7
  `,
  'far-suffix': `
    ai 0.2 am 0.5 app 0.5 asia 0.1 bid 0.1 biz 0.3 business 0.7 buzz 0.1 cc 0.7 cf 0.1 cfd 0.6 click 0.1 cloud -7.6
    club 0.5 cn 3.3 co 1.3 co.uk 1.7 co.za 0.1 com -2.3 com.au 2.5 com.br 0.6 com.cn 0.2 de -2 dev -2.2 eu -3.9
    finance -2.9 fr 3 ga 0.1 gd 0.6 goog -2.5 gq 0.1 help 0.4 host 0.1 icu 0.4 in 3 info 1.3 io 1.6 ir 0.2 it 0.4
    jp 1.2 link 0.1 live 0.3 me 2.1 ml 0.1 net -3.1 network -7 online 0.1 org -0.8 pro 0.2 pw 0.8 risky 7.9 ru -2.4
    se -3 shop 0.5 site 0.7 to 0.2 top 1.8 us 0.9 vip 0.7 vu 0.6 xin 1 xyz 2.7
  `,
  far: `
    account 0.3 accounts 0.1 action 0.1 admin 0.1 air 0.5 all -2.5 app 5.1 apps 0.3 art 0.1 au 0.3 auth 0.2
    azure 0.3 bank -2.7 base 0.5 beta 0.1 bit 0.3 blog 1.1 box 0.1 ca 0.5 can 0.3 card 0.3 cat 0.3 center -2.2
    chat 0.4 check 0.6 chen 1.1 client 0.1 cliente 0.1 cloud 0.2 co 2.9 coin 0.2 con -0.3 contact 0.1 core -2.2
    customer -5 dario 0.3 das 2 dash 0.4 data -1.6 de 1 der 0.3 download -7.6 drop 0.1 east 0.1 eat 0.1 email -5.6
    end -5.5 es 0.2 event -1.7 farm 0.1 finance 0.7 find 0.8 fire 0.4 flow 0.1 form 0.1 formation 0.2 frame 0.2
    free 1.6 games -2.3 get 0.1 gift 0.5 godaddy 0.1 hats 0.3 health -2.8 help 0.4 hen 0.5 home 0.7 host 0.3
    hosting 0.5 hub 2.9 ice 3.3 id 5.5 import 0.1 info 0.1 ing 1.6 int -2.2 japan 0.2 jp 4.6 king 0.2 line 2.6
    link 0.3 live 1 log 0.2 login 2.6 mail -2.2 main 0.5 man 0.9 manage 0.1 map 0.1 market 0.2 med 0.7 member 0.2
    men 1.3 myaccount 0.3 net 2.6 netlify 0.1 new 0.1 one 0.8 online 1.9 open -3.1 org 0.1 page 2.5 pay 0.2
    payment 0.1 payments 0.1 pen 0.7 per 0.7 place 0.3 por 0.2 portal 0.1 pot 0.5 prime 2.1 pro -4.1 production 0.1
    quest 0.1 rapid 0.1 red 0.2 ru 0.2 run 1.8 safe 0.4 sage 0.1 secure 2 serve 1.1 server 0.3 service -0.1
    services -3.2 set 0.4 side 3 sign 1.6 signin 1.3 site 2.5 smart -0.1 spot 1 store 2 support -1.8 sync 0.1
    tech 0.3 ten 1 term 0.1 the 1.1 time 0.1 token 0.1 track 0.1 tracking 0.1 tumblr -0.9 uk 0.5 update 0.8 us -2.5
    user 0.2 vercel 0.2 verification 0.1 verify 0.1 video -2.2 vip 0.3 wallet 0.2 web 1.6 website 0.5 work 0.6
    world 0.6 ww 0.5 www 0.3 your 0.7
  `,
  host: `
    free 14.8 other 11.9
  `,
  hyphens: `
    many -2.4
  `,
  idn: `
    label 8.6 loose 3.4 mixed 0.3 part -3.5
  `,
  label: `
    official 1
  `,
  parent: `
    digits 8.5 hyphen 8.2 length.long 1.1 length.longest 4.6 length.middle -5.9 length.short -13.2 letters 1
  `,
  place: `
    literal.edge 58.7 literal.inside 54 literal.label 70.4 literal.part 62.9 respelled.edge 65.4
    respelled.inside 40.3 respelled.label 70 respelled.part 65.6 slips.edge 29.8 slips.label 67.9 slips.part 66.1
  `,
  rarity: `
    label 3.8 loose 12.2 part 5.4
  `,
  reading: `
    word -19.7 words 0.3
  `,
  respelled: `
    digits.bounded -0.1 glyphs.bounded 2.2 glyphs.loose -2.4 hyphens.bounded 1.5 hyphens.loose 2.9 rarity 2.1
  `,
  short: `
    label 5.1 loose -18.2 part 8.5
  `,
  slip: `
    added -0.5 distance2 4.3 doubled 5.8 dropped 3 first -13.2 form 3.5 hyphens -8 length.11 27.2 length.6 -11.6
    length.7 -5.4 length.8 -2.1 length.9 -6.7 neighbour 3.1 piece -12.2 replaced 3.6 swapped 4.5 two -18.5
    undoubled 0.9 vowel -0.5
  `,
  spelled: `
    dotless 35 long 62 near 3.7 short 40
  `,
  spelling: `
    shared -6.5 stray 6.9 words -1.2
  `,
  stray: `
    bounded.long.few 0.3 bounded.long.many 5.7 bounded.long.one 11 bounded.long.some 2.3 bounded.short.few 3.1
    bounded.short.many 5.5 bounded.short.one -2.2 bounded.short.some 2.5 doubled 6.7 loose.long.few 8.2
    loose.long.many 7.5 loose.long.one 10.2 loose.long.some 7.9 loose.short.few -13.5 loose.short.many -7.2
    loose.short.one -10 loose.short.some -12.8
  `,
  sub: `
    depth.1 1.1 depth.2 2.6 depth.3 3.4 depth.4 6.3 first 5.4 literal.edge -0.8 literal.inside 5.6
    literal.label -5.7 literal.part -7 next 1.9 respelled.label 3 respelled.part 0.4 slips.edge 4.6 slips.label 8.7
    slips.part 4.5
  `,
  suffix: `
    accountant 0.8 agency 0.3 app -0.8 art 1.7 asia 1.5 at -4 be 2.1 best 0.1 bid 0.4 biz -2.6 blog -0.8 buzz 1.3
    ca 2.3 cash -4.7 cc 4 cf 1.3 cfd 2.2 claims 0.5 click -6.5 cloud 2.9 club -2.6 cn 0.4 co -4 co.jp -0.2
    co.uk 0.7 com 0.4 com.br 1.1 com.cn 1.2 com.ee -0.1 company -1.5 cyou 2.4 date 0.3 de 2 dev -1.4 digital 1.2
    download 4 ee -3.3 email 0.8 eu 1.3 events 1.3 exchange 0.1 express 0.1 farm 0.2 fi 1.1 finance 0.1
    financial 0.1 fit 0.1 fr -2.8 fun 0.4 ga 1.9 gg 0.5 gift 1.5 gifts 1.1 gq 1.1 help 1.9 hl.cn 0.4 homes -4.4
    host 0.1 icu 1.8 in -2.9 info -3.2 ink 0.7 international 0.2 io -1.5 it 0.1 jp 1.5 la 0.4 lat -1.9 life -3.1
    link 0.7 live -0.6 lol 0.1 ltd 0.1 market 0.6 me 1.9 ml 4.5 mom 0.1 money 0.1 monster -0.1 net -4 network -1.7
    nl 0.8 one 2.5 online -1.1 org 0.6 page 0.1 party 0.4 press 0.2 pro 0.6 pw 1.8 rest 0.1 risky 6 ru -1.8 run 0.2
    sbs 0.1 se -7.7 services 1.1 shop 1.3 site -2.7 sk -5.3 software 0.3 space -1 store -2.9 su 0.1 support 1.2
    team -2.4 tech 0.8 tk 3.2 to 0.2 tokyo 6.6 top 2.2 trade 0.1 tv 0.2 uk 0.3 us 1 vip 3 website -1 win 0.6
    world -1 xyz -3.2
  `,
  veto: `
    brand -60 closed -90 parent -150 piece -60 random -60 suffix -100 word -60
  `,
  word: `
    academy 2.3 account 5.5 accounts 2.4 act 1.5 add -1.1 admin 0.3 age -1 aid 1.2 air 0.8 airdrop 1 all 0.8
    app -4.5 apply 0.7 apps -4.5 area 0.1 assist 1.3 au 0.8 auth -1.1 back 3.7 bank -2 beta -2.2 big -0.1 bill 1.7
    bit 1.6 blue 0.1 bonus 0.3 boost 1.5 box -2.9 br 0.5 broker -0.1 business 1.8 buy 3 ca 0.1 call 1.4 camp 0.1
    can 1.3 car 0.8 card 3.7 cards 0.3 care -0.7 cash 0.4 casino -0.1 cat -1.2 center 2.2 change -0.1 chat 2.5
    check 0.5 china -0.3 city 0.2 claim 1 claims 0.1 client 0.1 cliente 0.4 club 1 co 1.7 code -0.6 coin 1.3
    colis 0.5 com -0.8 community 0.4 con 3.2 confirm 0.1 confirmation 0.2 connect -5.6 conta 0.5 control -3.2
    creative -0.5 crypto 0.3 customer 1.5 dapp 0.2 das 0.4 data 0.5 day -0.1 de -0.2 defi 0.2 delivery 0.8 den 0.1
    der 0.1 des -3.8 dig -0.2 digital 1 docs 0.1 document 0.4 domain 0.7 download -3.5 draw 0.4 drive 0.1 drop 0.9
    eco 2.6 email 1.3 empresa 2.1 en 0.1 end -1.1 enter 2.6 enterprise 0.8 epic 0.3 es 1 eth 0.8 event 0.7
    events -1.7 exchange 0.4 express 0.1 feed 1.1 file 0.2 files -1.9 finance 0.1 find -5.9 firm 1.2 fix 0.5
    followers -0.5 form 0.5 formation 1.3 fr -1.8 free -1.9 fund 1.6 games 0.4 gate 0.1 get 1 gift 3.2 gifts 1.4
    give 2.3 giveaway 0.3 global -5.9 go 0.2 gold 0.5 guard 0.9 guide 0.2 hack 0.1 hand -2.3 hats 0.3 health -0.7
    help 3.9 her 0.1 home 1.1 hour 0.8 hub -1.9 ice -4.2 id -2.4 import 0.3 india -1.9 info 1.6 ing 0.1 inn 0.3
    install 0.2 int -5.1 iphone 0.5 japan 1.6 join 1.1 jp 0.8 lab 1 land 0.3 less 3.2 life -2.1 line 1.7 link -3.3
    list 0.2 live 5.9 location -0.9 locked 1.1 log 0.9 login 4.8 mail 3.2 main 0.5 man 0.3 manage 0.3
    management 1.5 map -0.5 mar 0.6 market -1 marketing 0.9 master 0.6 med -0.4 media -3.7 member 0.3 men 2
    meta 0.8 micro 0.1 mit 0.1 mobile -0.1 move 0.5 my 5 net -3.5 network 1.3 new 2 news -2.2 nft 0.1 nitro 0.4
    number 2.7 off -2.7 offer 0.8 official -0.3 one 2.6 online -2.1 pan 0.4 parcel 0.4 park -0.1 partner -0.5
    pay -2.7 payment 1.1 payments 1.1 pdf 0.3 phone -2.9 photo 0.1 plan 0.4 point 2.4 por 0.2 portal -1.8 post -0.9
    poste 0.1 premium 0.3 press -0.3 prime 1.9 private 0.4 pro -4.5 promo 0.8 promotion 0.6 property -1.4
    protect 2.8 protection -0.7 race 0.1 rate 0.5 ratio 0.2 reach 0.4 real 0.2 recovery 1.2 red -0.3 redelivery 0.2
    rest -0.2 restore 0.1 review 0.7 reward 0.9 rewards -5.2 rich -2.5 rise 2.5 roll 0.3 ru 0.2 run 1.2 safe 0.4
    sage 0.1 sand -3.1 secure 3.2 security 4 seguranca 0.3 server 2.4 service 1.7 services 0.5 set 1.2 ship 0.3
    shop -5.5 side 0.9 sign 0.8 signin 0.9 site -2.9 smart -0.1 sms 0.5 soft 0.1 sol 0.1 solution -0.7 solutions -3
    sports 0.3 stake 0.1 state 0.3 status -2.7 storage 0.6 store 0.9 studio 1.2 suivi 0.5 support 6.5 survey 0.3
    swap 0.1 tax -0.2 team 2.1 teams 0.5 ten 0.2 tent 0.8 test 0.5 the -1.8 token -1.8 top -0.1 track 0.4
    tracker -2.2 tracking 0.5 training -0.8 transfer 7.9 tree -0.1 uk -3.5 und 1.6 union 1.8 up 1.3 update 2.9
    upgrade 0.4 us -7.8 user -3.8 validation 0.1 value -0.1 verification 1.9 verified 0.4 verify 0.3 video -4.4
    view 0.1 vintage 0.1 vip -6.2 vision -0.3 wallet 1.8 war 0.7 web 2.3 with 0.4 wood -0.1 work -1.9 works 0.1
    www 3.7 your 1.4
  `,
  wordiness: `
    word.label -15.7 word.loose -25.6 word.part -15.7 words.label 0.4 words.loose -8.9 words.part 9.1
  `,
  words: `
    explain.none -2.9 explain.word 1.2 explain.words 4.4 far.ordinary -1.9 far.risky 0.9 near.ordinary 1.5
    near.risky 10.3
  `,
}

function readWeights(): Weights {
  const map = new Map<string, number>()
  for (const [group, text] of Object.entries(groups)) {
    const cells = text.trim().split(/\s+/)
    for (let at = 0; at < cells.length; at += 2) map.set(`${group}.${cells[at]}`, Number(cells[at + 1]))
  }
  return map
}

/** Points of 100 of every term that has a weight, fitted on a labelled set of names; see docs/quality.md. */
export const weights: Weights = readWeights()
