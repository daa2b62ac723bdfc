; solver.exact_cover.kernels.remainders_kernel.advance, made by python -m experiments.installation.portable_code
; with numba 0.68.1 and llvmlite 0.50.0; the kernel is the source
; types: int64 int64 uint64* int64* uint64* uint64* int64* uint64* int64* int64* uint64* int64* uint64* uint64*
; sources: remainders_kernel.py search_kernel.py, sha256 31c82882ce813863e2b38135affeb9987792bfbb7ba1902e3f65ab6b45a4efb1
define i32 @advance(ptr %retptr, ptr %excinfo, i64 %arg.budget, i64 %arg.shift, ptr %arg.options, ptr %arg.starts, ptr %arg.masks, ptr %arg.own, ptr %arg.own_starts, ptr %arg.words, ptr %arg.places, ptr %arg.ends, ptr %arg.totals, ptr %arg.cursor, ptr %arg.keys, ptr %arg.values) {
B0:
  %.33 = alloca i64, align 8
  %excinfo.1 = alloca ptr, align 8
  store i64 0, ptr %.33, align 8
  %.39 = call i32 @advance_part1(ptr nonnull %.33, ptr nonnull %excinfo.1, i64 %arg.budget, i64 %arg.shift, ptr %arg.options, ptr %arg.starts, ptr %arg.masks, ptr %arg.own, ptr %arg.own_starts, ptr %arg.words, ptr %arg.places, ptr %arg.ends, ptr %arg.totals, ptr %arg.cursor, ptr %arg.keys, ptr %arg.values)
  switch i32 %.39, label %common.ret [
    i32 -2, label %B0.endif
    i32 0, label %B0.endif
  ]

common.ret:                                       ; preds = %B0.endif, %B0
  %excinfo.sink = phi ptr [ %retptr, %B0.endif ], [ %excinfo, %B0 ]
  %common.ret.op = phi i32 [ 0, %B0.endif ], [ %.39, %B0 ]
  store ptr null, ptr %excinfo.sink, align 8
  ret i32 %common.ret.op

B0.endif:                                         ; preds = %B0, %B0
  %.49 = load i64, ptr %.33, align 8
  %.63 = getelementptr i8, ptr %arg.cursor, i64 16
  store i64 %.49, ptr %.63, align 8
  br label %common.ret
}

define internal i32 @advance_part1(ptr %retptr, ptr %excinfo, i64 %arg.budget, i64 %arg.shift, ptr %arg.arrays.0, ptr %arg.arrays.1, ptr %arg.arrays.2, ptr %arg.stack.0, ptr %arg.stack.1, ptr %arg.stack.2, ptr %arg.stack.3, ptr %arg.stack.4, ptr %arg.stack.5, ptr %arg.stack.6, ptr %arg.table.0, ptr %arg.table.1) {
B0:
  %.70 = load i64, ptr %arg.arrays.2, align 8
  %.71 = getelementptr i8, ptr %arg.arrays.2, i64 8
  %.72 = load i64, ptr %.71, align 8
  %.73 = getelementptr i8, ptr %arg.arrays.2, i64 16
  %.74 = load i64, ptr %.73, align 8
  %.75 = getelementptr i8, ptr %arg.arrays.2, i64 24
  %.76 = load i64, ptr %.75, align 8
  %.115 = load i64, ptr %arg.stack.6, align 8
  %.120 = getelementptr i8, ptr %arg.stack.6, i64 8
  %.121 = load i64, ptr %.120, align 8
  %.125 = add i64 %.121, %arg.budget
  %.162338 = icmp sgt i64 %.115, -1
  br i1 %.162338, label %B186.preheader.preheader, label %B964

B186.preheader.preheader:                         ; preds = %B0
  %const = bitcast i64 -7046029254386353131 to i64
  %.189.phi.trans.insert.phi.trans.insert = getelementptr i64, ptr %arg.stack.5, i64 %.115
  %.190.pre.pre = load i64, ptr %.189.phi.trans.insert.phi.trans.insert, align 8
  br label %B186.preheader

B186.preheader:                                   ; preds = %B746, %B186.preheader.preheader
  %.190.pre = phi i64 [ 0, %B746 ], [ %.190.pre.pre, %B186.preheader.preheader ]
  %nodes.3.0340 = phi i64 [ %.406, %B746 ], [ %.121, %B186.preheader.preheader ]
  %depth.3.0339 = phi i64 [ %.426, %B746 ], [ %.115, %B186.preheader.preheader ]
  br label %B186

B186:                                             ; preds = %B878, %B186.preheader
  %.190 = phi i64 [ %math236, %B878 ], [ %.190.pre, %B186.preheader ]
  %depth.5.1 = phi i64 [ %.672, %B878 ], [ %depth.3.0339, %B186.preheader ]
  %.177 = getelementptr i64, ptr %arg.stack.2, i64 %depth.5.1
  %.178 = load i64, ptr %.177, align 8
  %.181 = getelementptr i64, ptr %arg.stack.3, i64 %depth.5.1
  %.182 = load i64, ptr %.181, align 8
  %.185 = getelementptr i64, ptr %arg.stack.4, i64 %depth.5.1
  %.186 = load i64, ptr %.185, align 8
  %.251333 = icmp slt i64 %.182, %.186
  br i1 %.251333, label %B272.preheader.lr.ph, label %B796

B272.preheader.lr.ph:                             ; preds = %B186
  %.287 = xor i64 %.178, -1
  %0 = and i64 %.70, %.287
  br label %B272.outer

B272.outer:                                       ; preds = %B730, %B272.preheader.lr.ph
  %place.4.3.ph = phi i64 [ %.182, %B272.preheader.lr.ph ], [ %2, %B730 ]
  %total.2.3.ph = phi i64 [ %.190, %B272.preheader.lr.ph ], [ %.471255, %B730 ]
  br label %B272

B260.loopexit:                                    ; preds = %B272
  %.280 = add i64 %place.4.3, 1
  %.251 = icmp slt i64 %.280, %.186
  br i1 %.251, label %B272, label %B796

B272:                                             ; preds = %B260.loopexit, %B272.outer
  %place.4.3 = phi i64 [ %.280, %B260.loopexit ], [ %place.4.3.ph, %B272.outer ]
  %1 = shl i64 %place.4.3, 3
  %scevgep = getelementptr i8, ptr %arg.stack.0, i64 %1
  %.273 = load i64, ptr %scevgep, align 8
  %.275 = sub i64 %.178, %.273
  %.290 = and i64 %0, %.273
  %.292 = xor i64 %.275, -1
  %.294 = and i64 %.72, %.292
  %.295 = or i64 %.294, %.290
  %.296.not = icmp eq i64 %.295, 0
  br i1 %.296.not, label %B360, label %B260.loopexit

B360:                                             ; preds = %B272
  %.313 = and i64 %.275, %.74
  %.314 = icmp eq i64 %.313, 0
  %2 = add i64 %place.4.3, 1
  br i1 %.314, label %B388, label %B428

B388:                                             ; preds = %B360
  %.318 = and i64 %.275, %.76
  %.321.not = icmp eq i64 %.318, 0
  br i1 %.321.not, label %B692, label %B730

B428:                                             ; preds = %B360
  %.338 = mul i64 %.275, %const
  %.340 = lshr i64 %.338, %arg.shift
  %.346 = getelementptr i64, ptr %arg.table.0, i64 %.340
  %.347 = load i64, ptr %.346, align 8
  %.349.not = icmp eq i64 %.347, %.275
  br i1 %.349.not, label %B676, label %B478

B478:                                             ; preds = %B428
  %.357 = icmp eq i64 %nodes.3.0340, %.125
  %3 = add i64 %place.4.3, 1
  br i1 %.357, label %B772, label %B746

B676:                                             ; preds = %B428
  %.462 = getelementptr i64, ptr %arg.table.1, i64 %.340
  %.463 = load i64, ptr %.462, align 8
  br label %B692

B692:                                             ; preds = %B676, %B388
  %number.2.5 = phi i64 [ %.463, %B676 ], [ 1, %B388 ]
  %4 = tail call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %number.2.5, i64 %total.2.3.ph)
  %math = extractvalue { i64, i1 } %4, 0
  %ov = extractvalue { i64, i1 } %4, 1
  br i1 %ov, label %B772.loopexit, label %B730

B730:                                             ; preds = %B692, %B388
  %.471255 = phi i64 [ %math, %B692 ], [ %total.2.3.ph, %B388 ]
  %.543 = icmp slt i64 %2, %.186
  br i1 %.543, label %B272.outer, label %B796

B746:                                             ; preds = %B478
  %.406 = add nsw i64 %nodes.3.0340, 1
  %sunkaddr = shl i64 %depth.5.1, 3
  %sunkaddr229 = getelementptr i8, ptr %arg.stack.3, i64 %sunkaddr
  store i64 %3, ptr %sunkaddr229, align 8
  %sunkaddr231 = getelementptr i8, ptr %arg.stack.5, i64 %sunkaddr
  store i64 %total.2.3.ph, ptr %sunkaddr231, align 8
  %.426 = add nsw i64 %depth.5.1, 1
  %.432 = tail call i64 @llvm.cttz.i64(i64 %.275, i1 true)
  %.434 = getelementptr i64, ptr %arg.stack.1, i64 %.432
  %.435 = load i64, ptr %.434, align 8
  %.438 = getelementptr i8, ptr %.434, i64 8
  %.439 = load i64, ptr %.438, align 8
  %.442 = getelementptr i64, ptr %arg.stack.2, i64 %.426
  store i64 %.275, ptr %.442, align 8
  %.447 = getelementptr i64, ptr %arg.stack.3, i64 %.426
  store i64 %.435, ptr %.447, align 8
  %.450 = getelementptr i64, ptr %arg.stack.4, i64 %.426
  store i64 %.439, ptr %.450, align 8
  %.453 = getelementptr i64, ptr %arg.stack.5, i64 %.426
  store i64 0, ptr %.453, align 8
  %.162 = icmp sgt i64 %depth.5.1, -2
  br i1 %.162, label %B186.preheader, label %B964

B772.loopexit:                                    ; preds = %B692
  %5 = add i64 %place.4.3, 1
  br label %B772

B772:                                             ; preds = %B772.loopexit, %B478
  %nodes.3.0340371 = phi i64 [ %nodes.3.0340, %B772.loopexit ], [ %.125, %B478 ]
  %total.4.4.ph291 = phi i64 [ %math, %B772.loopexit ], [ %total.2.3.ph, %B478 ]
  %place.5.4.ph290 = phi i64 [ %5, %B772.loopexit ], [ %place.4.3, %B478 ]
  %outcome.4.4.ph289 = phi i64 [ 2, %B772.loopexit ], [ 1, %B478 ]
  %sunkaddr232 = shl i64 %depth.5.1, 3
  %sunkaddr233 = getelementptr i8, ptr %arg.stack.3, i64 %sunkaddr232
  store i64 %place.5.4.ph290, ptr %sunkaddr233, align 8
  %sunkaddr235 = getelementptr i8, ptr %arg.stack.5, i64 %sunkaddr232
  store i64 %total.4.4.ph291, ptr %sunkaddr235, align 8
  br label %B964

B796:                                             ; preds = %B730, %B260.loopexit, %B186
  %total.4.4.ph = phi i64 [ %.190, %B186 ], [ %total.2.3.ph, %B260.loopexit ], [ %.471255, %B730 ]
  %.658 = mul i64 %.178, %const
  %.660 = lshr i64 %.658, %arg.shift
  %.663 = getelementptr i64, ptr %arg.table.0, i64 %.660
  store i64 %.178, ptr %.663, align 8
  %.669 = getelementptr i64, ptr %arg.table.1, i64 %.660
  store i64 %total.4.4.ph, ptr %.669, align 8
  %.672 = add nsw i64 %depth.5.1, -1
  %.679 = icmp slt i64 %depth.5.1, 1
  br i1 %.679, label %B950.thread, label %B878

B950.thread:                                      ; preds = %B796
  store i64 %total.4.4.ph, ptr %arg.stack.5, align 8
  br label %B964

B878:                                             ; preds = %B796
  %.690 = getelementptr i64, ptr %arg.stack.5, i64 %.672
  %.691 = load i64, ptr %.690, align 8
  %6 = tail call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %.691, i64 %total.4.4.ph)
  %math236 = extractvalue { i64, i1 } %6, 0
  %ov237 = extractvalue { i64, i1 } %6, 1
  store i64 %math236, ptr %.690, align 8
  br i1 %ov237, label %B964, label %B186

B964:                                             ; preds = %B878, %B950.thread, %B772, %B746, %B0
  %nodes.3.0327 = phi i64 [ %nodes.3.0340371, %B772 ], [ %nodes.3.0340, %B950.thread ], [ %nodes.3.0340, %B878 ], [ %.121, %B0 ], [ %.406, %B746 ]
  %depth.6.2 = phi i64 [ %depth.5.1, %B772 ], [ %.672, %B950.thread ], [ %.672, %B878 ], [ %.115, %B0 ], [ %.426, %B746 ]
  %outcome.7.2 = phi i64 [ %outcome.4.4.ph289, %B772 ], [ 0, %B950.thread ], [ 2, %B878 ], [ 0, %B0 ], [ 0, %B746 ]
  store i64 %depth.6.2, ptr %arg.stack.6, align 8
  %sunkaddr192 = getelementptr i8, ptr %arg.stack.6, i64 8
  store i64 %nodes.3.0327, ptr %sunkaddr192, align 8
  store i64 %outcome.7.2, ptr %retptr, align 8
  ret i32 0
}

declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)

declare i64 @llvm.cttz.i64(i64, i1 immarg)
