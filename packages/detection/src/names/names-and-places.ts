/**
 * Given names, family names, places, and less common words, selected manually: other meanings that a run of letters can have.
 *
 * Like ordinary words they explain near matches, but they don't make a protected name an everyday word.
 */
const words = `
abbott acosta adams aguilar ahmed alberto aldo alejandro alexander alfonso alfred ali allen allison alvarez amelia anders andersen
anderson andrea andreas angela angelo anita anton antonio archer arnold arthur ashley austin avery bailey barker barnes baron
barrett barry bauer baxter becker bella benjamin bennett benson bernard berry betty beth blair blake bonnie boris bowman bradford
bradley brady brandon braun brenda brennan brent brett brooke brooks bruce bruno bryan bryant burke burns burton byron calvin
cameron campbell carla carlo carlos carlson carmen carol carolyn carpenter carroll carson carter casey castillo castro cecilia
chan chandler chang charlie charlotte chen cheryl chloe christian christina christopher claire clara clark claude claudia clayton
clifford clinton cohen colin collins connor conrad cooper cornelius cortez craig crawford cruz cunningham curtis cynthia dale
dalton damian danny dario darren david davidson davies davis dawson dean deborah dennis derek diaz diego dixon dolores dominic
donald donna dorothy douglas duncan dunn dylan eddie edgar edith edmund eduardo edwards edwin eileen eleanor eli elias elisa
elizabeth ella ellen elliott ellis elsa enrico enrique erica erik erin ernest esther ethan eugene eva evan evans evelyn felix
ferguson fernandez fernando ferrari fischer fisher fletcher flores floyd ford foster francis francisco franco frank franklin
franz fraser fred frederick freeman fritz fuller gabriel garcia gardner garrett gary george gerald gerard gibson gilbert gino
giovanni gloria gomez gonzalez gordon graham greg gregory griffin guido gustav gutierrez hamilton hannah hans hansen harold
harper harris harrison harry harvey hassan hayes heather hector heidi helena henderson hendrik henrik herbert herman hernandez
hoffmann holmes howard hubert hudson hughes hugo hunter ian ibrahim ingrid irene iris isaac isabel jackie jacqueline jaime jan
janet janssen jasmine jasper javier jeff jeffrey jennifer jenny jensen jeremy jerome jerry jesse jimenez jimmy joan joel johann
johannes johnny johnson jonas jonathan jorge jose josef joshua joyce juan judith judy jules julian julie julien juliet julius
justin karl katherine kathy katie keith kelly kennedy kenneth kim klaus klein konrad kramer kristin kruger kurt lars larry larsen
lauren laurent lawrence lawson leah lee leo leonard leslie lewis liam lily lloyd logan lopez lorenzo louise lucia luigi luis lynn
mackenzie madison malcolm manuel marc marcel marco marcus margaret marian marilyn marion mark marshall martha martinez marvin
matteo matthias maurice max maxwell mendez mendoza meyer michel michelle miguel miller mitchell mohamed molly monica monroe
moreno morgan morris morrison moser muller murphy murray nancy natalia natalie nathaniel neil nelson newman newton nicholas
nicolas nielsen nina noah noel nora norman olga olivia ortega ortiz otto owen pablo pamela parker patricia patrick paula paulo
pedro pereira perez perry peters petersen philip philippe phillips pierre pietro porter powell quentin quinn rafael ralph ramirez
ramon ramos randy raphael raul raymond rebecca reed reid rene reyes reynolds ricardo richardson rick rita rivera robert roberto
roberts robertson robinson rodriguez roger rogers roland romero ronald rosa rosario ross roy ruben russell ruth sabrina sally
salvador samson samantha sanchez sanders santos schmidt schneider schulz schwarz sean sebastian sergio shannon sharon shaun shawn
sheila shirley sidney silva silvia simone simpson singh sophie spencer stanley stefan steffen stein stewart stuart sullivan
susanne sven sylvia tanya teresa terry theodore theresa thompson tiffany tim timothy tina todd tomas tommy torres tracy travis
trevor troy tyler ursula valentina valentine valerie vanessa vargas vasquez vera vernon vincent vivian wagner walker wallace
walter wanda warren watson wayne weber webster wendy werner wesley weston whitney william williams willis winston wolfgang wright
xavier yvonne zachary zimmermann
aachen aberdeen abuja accra adelaide albania algeria algiers amsterdam anchorage andorra angola ankara antwerp argentina armenia
asuncion athens atlanta auckland augsburg bahamas bahrain baku bali bangkok bangladesh barbados barcelona basel bath bavaria
beijing beirut belarus belfast belgium belgrade belize bergen bermuda bilbao birmingham bologna bolivia bombay bordeaux bosnia
botswana bratislava bremen brighton brisbane bristol brussels bucharest budapest bulgaria burgundy cairo calais calcutta calgary
cambodia cambridge cameroon canberra canterbury caracas cardiff caribbean catalonia chennai chester chile china cologne colombia
colombo copenhagen cordoba cornwall corsica crete croatia cuba cyprus dakar damascus danube darwin delhi denmark detroit dominica
dortmund dresden durban dusseldorf ecuador edinburgh egypt essen estonia ethiopia fiji finland florence france frankfurt freiburg
galway georgia germany ghana glasgow granada greece greenland grenada guatemala guinea guyana haiti hanoi hanover havana heidelberg
helsinki holland honduras honolulu hungary iceland india indonesia iran iraq istanbul jakarta jamaica jerusalem johannesburg
kabul karachi kathmandu kenya kiev kingston kosovo kyoto lagos lancaster laos latvia lebanon leeds leicester leipzig liberia
libya liechtenstein lille lima limerick lisbon lithuania liverpool ljubljana lombardy lucerne luxembourg lyon macau macedonia
madagascar malaga malawi malaysia maldives mali manchester manila mannheim marseille mauritius melbourne memphis mexico milwaukee
minneapolis minsk mississippi missouri moldova monaco mongolia montana montenegro montevideo montreal morocco mozambique mumbai
munster myanmar nairobi namibia naples nebraska nepal netherlands newcastle nicaragua nice niger nigeria normandy nottingham
nuremberg oaxaca osaka ottawa oxford pakistan palermo palestine palma panama paraguay perth peru philadelphia philippines phoenix
plymouth poitiers portland porto portsmouth portugal potsdam pretoria provence quebec quito reims reykjavik riga rio rotterdam
rwanda sahara salzburg santiago saopaulo sarajevo sardinia saudi saxony scotland seattle senegal seoul serbia seville shanghai
sheffield siberia sicily silesia singapore slovakia slovenia sofia somalia southampton stockholm strasbourg stuttgart sudan
surrey sussex syria taipei taiwan tallinn tanzania tasmania tbilisi tehran tennessee thailand tibet tirana toledo toulouse
trieste tripoli tunisia turkey tuscany tyrol uganda ukraine ulster uruguay valencia vancouver venezuela vermont victoria vietnam
vilnius wales warsaw washington wellington westminster wiesbaden winnipeg wyoming yemen yorkshire yukon zagreb zambia zanzibar
zaragoza zimbabwe
aardvark abacus abbey absolute abundance accident accordion account acorn acoustic acrobat actress adaptive additive adhesive
admiral advantage advertise aerial aerobic aeroplane afternoon airline airlines algebra algorithm alien alignment allergy almond
alphabet amateur ambulance amethyst ampere analog analysis analyst analytics anatomy ancient anchor anniversary ant antelope
anthem antler apache apparatus apples applet applicant application applications appointment apprentice apricot aquarium
arabic archer architect architecture arctic argon armada armour arrival artisan aspect aspen asphalt aspire astronaut atelier
athlete atom attic attorney aurora avalanche avocado awesome azalea bachelor backpack badger bagel ballet balloon bamboo banana
bandit banner banquet barber bargain barley barrel barrier baseball basil bassoon bazaar beacon beagle beaver beetle berry
beverage bible billiards binary biology biscuit bison blanket blazer blizzard blossom blouse blueberry bobcat bonanza bonsai
botanic bouquet bracelet bravo breeze brewery brigade brilliant bronze brunch buffalo buffet bulldog bumper bungalow burger
butterfly cactus calculus calendar calligraphy camel camera candid canoe canyon caravan cardinal caribou carnival carousel
cashmere cathedral cavern cedar celebrity cello cement ceramic ceramics cereal ceremony cheetah chemist chestnut chimney chisel
chocolate chrome cider cigar cinnamon citizen citrus clarity clarinet clover cobalt cobra cocktail coconut collage comet comic
companion compost confetti conifer cookies cosmos cougar coyote cradle crane crayon cricket crimson crocodile croissant cumin
curry curtain cushion cypress daffodil dahlia daisy dancer dawn decimal deli dentistry dessert dialect dialog diner dinosaur
diploma diplomat divine divorce dolphins donkey donut doughnut dove dresser drone drum duchess duke dungeon dynamic dynamite
eclectic economy ecosystem eden educate elastic elegance elegant elevator embassy embroidery emperor emporium enamel encore
endeavor enigma entrance envelope enzyme epoch epsilon equator equinox erotic escort espresso etiquette excursion expedition
explosion fable facade faculty fairy fairway feedback fellow fern ferret ferry fiber fiction fiddle fidelity fig filament finch
firefly fireplace fireworks fjord flamingo flannel flavor fleece flute foliage folklore forecast foreign forensic fortress
fossil foxes fragrance fraternity freelance frontier fudge fungus furnace gable gallop gamma garlic garment garnet gazebo gazelle
gecko genesis genetic genius geology giraffe glacier gladiator glamour glitter goblin goddess gorilla gospel gossip gourmet
grammar granite grape graphite gravity greenhouse greyhound grill grocery guardian guitar gypsum hammock hamster handmade harmony
harness harp harvest hawk hazel headline hedgehog helium herb heritage hermit heron hexagon hibiscus highland hobby hockey honest
horizon hornet horse hospice hostel hound husky hydra hydrogen hyena iceberg icon idea ideal igloo iguana imagine impact
implant impulse incense incubator indigo industry infinite inspire inspector integral intellect interact interaction interactions
interactive interface interfaces interim interior internal internals intern interns internet interval interview intimate intuitive
invention iron island italian ivory ivy jackal jackpot jaguar jasmin jelly jersey jigsaw jockey jubilee juggler jungle juniper
jupiter karate karma kayak kernel kestrel keystone kiosk kitten knight koala labyrinth lacrosse ladder lagoon lantern larch laser
latex latin latitude laundry lavender lawn leather lemon lemonade leopard leviathan liberty library lilac limestone limousine
linen lizard llama lobster locksmith locust logger loop lynx macaroni madeira maestro magma magnolia mahogany majestic mammoth
mandarin mango mansion mantis margarita marigold maritime marmalade mars mascot masonry meadow melody melon mentor mercury
mermaid meteor midwife mime mineral minotaur minstrel mocha molecule monarch monastery mongoose monk monument mosaic mosquito
motif muffin mule mushroom mustard narrative nautilus navigator nectar nebula neptune nickel nightingale ninja nitrogen noodle
nordic nougat nutmeg oat obelisk octagon octave octopus omelette opal optimist oracle orca oregano origami ostrich otter outback
outlaw outreach outsource oyster ozone paddle pagoda pajamas paleo pancake panther papaya paprika parachute parcel parrot parsley
pasture pavilion pebble pelican penguin peony peppermint perennial periodic petal petroleum pewter pheasant pigeon pilgrim pillow
pinnacle pistachio pixel plasma platinum plaza plum poker polymer poncho poodle poppy porcelain poultry prism prosper pumpkin
puppet pyramid python quail quarry quartz quiche quill quinoa quiver rabbit raccoon radiance raft raisin raspberry ratio rattle
raven razor rebel recycling reindeer relic renaissance reptile resin resonance retina rhapsody rhino rhubarb ribbon riddle rodeo
rooster rosemary rosewood rover sable saffron salsa samba samurai sandal sandals sandstone sapling sardine satellite saturn
sauna savanna savory saxophone scarab scarf scholar scooter scorpion sculpture seagull seasonal sedan sequoia serenade serene
sesame sherpa shrimp sierra silhouette skeleton skyline sloth smithy sneaker snowflake snowman sofa soda sonata sonnet soprano
sorbet sparrow spartan spatula spectrum spinach sponge spotted spruce squash squid squirrel stallion starfish starling steamer
sterling stork stylish submarine sugarcane sultan sunflower surfer swallow swan symphony syrup talon tapestry tarantula tavern
teak tempo tequila terrain terrier theory thimble thistle thorn throne thyme tiara timeless tinsel titan titanium toffee topaz
tornado tortoise toucan tractor trampoline transformer trapeze travels treble triangle trident trolley trombone trooper
trumpet tsunami tulip tundra tuxedo twilight twister twitch typhoon tycoon ukulele umbra valiant vampire vanguard velocity
veranda vermouth viking viola violet violin viper virtue volcano vortex vulture waffle walnut walrus waltz wardrobe warlock
wasp waterfall weasel whisker whiskey wicker widget willow windmill wolverine wombat woodland wrench xenon yarn yeti yodel yogurt
yonder zenith zephyr zeppelin zinc zipper zodiac zucchini
acces accueil achat agence agora ailes alimentaire amour ancien annonce argent artisanal assurance atelier auberge avenir avocat
beaute bijoux boulangerie bourse boutique cadeau campagne carrelage chaleur chambre chateau chaussure cheval chien ciel cinema
coeur coiffure commune confort conseil construire couleur couture cuisine culture cycle danse decoration demain dimanche docteur
domaine droit eau ecran ecurie eglise emploi enfant entretien epoque equipe equitation etoile evenement famille ferme fete feuille
fleur fleurs fontaine foret formation fromage garage gateau gite gourmand graine grand grenier habitat heure histoire hiver
horlogerie hotel huile idee ile immobilier jardinage jeunesse joie journal jouet lac laine lait lapin legume lettre liberte
librairie lumiere lune lycee magasin maman marche mariage marin matin medecin menuiserie mer metier meuble midi miel mobilier
montagne moulin musique nature neige noel nuit oiseau olivier optique paix papier parfum passion patisserie paysage peinture pharmacie
photographe pierre piscine plage plaisir plombier pneu poisson pomme porte poterie printemps projet provence quartier renovation
repas restauration rive riviere robe rouge saisonnier saisonniere sante saveur science secret sejour serrurerie soir soleil
sommeil source souvenir taille tapis tempete temps terre tissu toiture travail vacances vallee vent verre vetement viande village
ville vin vitrine vivre voiture voyage
abend apfel apotheke arbeit arzt auto bahn baum bauer berg bier bild blume blumen brot bruder brunnen buch buero dach dorf druck
eis energie fahrrad feier fenster ferien feuer film fisch fleisch fluss frau freund freude fruehling garten gast geld gemeinde
gesund glas glueck gold gruen gut handel hand handwerk haut heim heizung herbst herz himmel hochzeit hof holz hund immobilien kaffee
katze kind kinder kirche kleid koch kraft kueche kunst laden land leben lehrer licht liebe luft maler markt mensch metzgerei milch
moebel mond morgen musik mutter nacht natur neu pferd pflege platz praxis rad rasen raum recht regen reisen ring sache schloss schmuck
schnee schuh schule see sommer sonne spiel spiele sprache stadt stein stern stift strand strasse stuhl tag tanz technik tier tisch
tuer uhr umwelt verein vogel wagen wald wand wasser weg wein welt werk wetter winter wohnung wolke zahn zeit zeitung zimmer zucker
abogado agua alegria alma amigo amor animo arbol arte arroz azul baile barco barrio belleza bodega bosque brasil cabello calle cama
camino campo cantina capital caribe carne carro castillo cerveza cielo ciudad cocina colegio comida corazon cosecha cultura dinero
dulce empresa escala espacio estrella familia farmacia feliz ferreteria fiesta finca flor fortuna fruta fuego fuente futuro gato
gente granja guapa helado hermano hierro hijo hogar hoja idioma iglesia isla joven joya lago leche leon libro limpieza lluvia luz
madera madre maestro mano marca mariposa mascota mesa miel montana mujer mundial musica naranja negocio nieve nino noche novia nube
nuevo oro pan panaderia papel pared parque paseo paz pelo perro pescado piedra piel pintura piso playa pollo primavera pueblo puerta
queso quinta raiz regalo reina reloj rosa ropa salud sangre selva semana senda sombra sonrisa suelo sueno taller tela tierra trabajo
trigo vaca valle vela ventana verano viaje viento vino zapato
acqua alba albero amore angolo anima aria arredo azienda bambino barca bellezza bosco calcio campagna cantina cavallo cena cielo colore
cucina cuore danza donna edilizia estate fattoria ferro fiore forno fuoco gelato gioco giorno gusto idea inverno isola lavoro legno
libro lusso mare mondo neve notte oro padre pane parola passo pesce piazza pietra pizzeria porta ragazzo sapore scuola sogno sole
spiaggia stella strada tavola terra testa torre treno uva vento viaggio vigna vita zucchero
`

/** Names, places and rarer words, in lower case. */
export const namesAndPlaces: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word.length >= 4))
