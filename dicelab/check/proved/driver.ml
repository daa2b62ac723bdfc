(* Reads a claim and its evidence from standard input, says the claim, and hands the evidence to the proved checker.

   What of this file has to be trusted: that the claim it prints is the one it gives to the checker, and that it prints
   PROVED only when the checker accepts. Evidence needs no trust: whatever is read wrongly is refused. *)

open Checker

let fail line = prerr_endline line; exit 2

(* ---- numbers and cells, as the checker has them ---- *)

let rec positive_of i = if i = 1 then XH else if i land 1 = 1 then XI (positive_of (i / 2)) else XO (positive_of (i / 2))
let z_of i = if i = 0 then Z0 else if i > 0 then Zpos (positive_of i) else Zneg (positive_of (-i))
let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))

let words line = List.filter (( <> ) "") (String.split_on_char ' ' line)
let cell_of word = try Scanf.sscanf word "%d,%d%!" (fun r c -> (r, c)) with _ -> fail ("not a cell: " ^ word)
let as_z (r, c) = (z_of r, z_of c)
let cells_of = List.map cell_of

(* A mask with bit i where the i-th character is the given one. *)
let mask_of_text text wanted =
  let rec up i = if i = String.length text then None else
    match up (i + 1), text.[i] = wanted with
    | None, false -> None
    | None, true -> Some XH
    | Some p, true -> Some (XI p)
    | Some p, false -> Some (XO p) in
  match up 0 with None -> N0 | Some p -> Npos p

let labels = "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ"

(* ---- the claim in words ---- *)

let name (r, c) =
  if 0 <= r && r < 26 then Printf.sprintf "%c%d" "ABCDEFGHIJKLMNOPQRSTUVWXYZ".[r] (c + 1)
  else Printf.sprintf "(%d,%d)" r c

let named cells = String.concat " " (List.map name cells)

(* A row of a picture for each row of cells. *)
let drawn cells =
  let least f = List.fold_left (fun m x -> min m (f x)) max_int cells
  and most f = List.fold_left (fun m x -> max m (f x)) min_int cells in
  List.init (most fst - least fst + 1) (fun r ->
    String.init (most snd - least snd + 1) (fun c -> if List.mem (r + least fst, c + least snd) cells then '#' else '.'))

let grid = ref [] and pieces_read = ref [] and blockers_read = ref 0 and dice = ref []

let puzzle_read () =
  { grid = List.map as_z !grid; pieces = List.map (List.map as_z) !pieces_read; blockers = nat_of !blockers_read }

let say_puzzle () =
  Printf.printf "grid of %d cells:\n" (List.length !grid);
  List.iter (fun row -> print_endline ("  " ^ row)) (drawn !grid);
  Printf.printf "pieces, which may be turned and flipped: %s\n"
    (String.concat " " (List.map (fun p -> String.concat "/" (drawn p)) !pieces_read));
  Printf.printf "blockers: %d\n" !blockers_read

let verdict holds claim =
  if holds then Printf.printf "PROVED %s\n%!" claim else Printf.printf "NOT PROVED\n%!";
  exit (if holds then 0 else 4)

(* ---- evidence ---- *)

(* The mask of each piece; none, which no checker accepts, where a character is neither a label nor a blocker. *)
let tiling_of text =
  let own = String.sub labels 0 (List.length !pieces_read) in
  if String.for_all (fun c -> c = '#' || String.contains own c) text
  then List.mapi (fun i _ -> mask_of_text text labels.[i]) !pieces_read
  else []

let rec tilings count = lazy (
  match input_line stdin with
  | exception End_of_file -> Over
  | text -> incr count; Next (tiling_of text, tilings count))

let check_dice () =
  say_puzzle ();
  List.iteri (fun i d -> Printf.printf "die %d: %s\n" (i + 1) (named d)) !dice;
  let count = ref 0 in
  let holds = certificate_holds (puzzle_read ()) (List.map (List.map as_z) !dice) (tilings count) in
  Printf.printf "%d tilings read\n" !count;
  verdict holds "always_solvable: every roll of these dice has a tiling"

let rec read () =
  match words (try input_line stdin with End_of_file -> fail "no claim") with
  | "grid" :: l -> grid := cells_of l; read ()
  | "piece" :: l -> pieces_read := !pieces_read @ [cells_of l]; read ()
  | ["blockers"; n] -> blockers_read := int_of_string n; read ()
  | "die" :: l -> dice := !dice @ [cells_of l]; read ()
  | ["tilings"] -> check_dice ()
  | line -> fail ("not understood: " ^ String.concat " " line)

let () = if List.length !pieces_read > String.length labels then fail "too many pieces" else read ()
