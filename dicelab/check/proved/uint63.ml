(* The prover's primitive integers: numbers of 63 bits, as OCaml's own are. A shift by 63 or more leaves nothing. *)

type t = int

let of_int (i : int) = i
let l_sl x y = if 0 <= y && y < 63 then x lsl y else 0
let l_sr x y = if 0 <= y && y < 63 then x lsr y else 0
let l_and : int -> int -> int = ( land )
let l_or : int -> int -> int = ( lor )
let l_xor : int -> int -> int = ( lxor )
let add : int -> int -> int = ( + )
let sub : int -> int -> int = ( - )
let mul : int -> int -> int = ( * )
let equal : int -> int -> bool = ( = )
